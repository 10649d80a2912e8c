package org.purempi.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.setting.Setting;
import org.purempi.tests.Tree;

/**
 * The manifests of deploy/ keep the rules of the published schemas, as far as they use them. There
 * is no cluster here that could say so; each rule names where it was read.
 */
class ManifestTest {
  /** Kubernetes API reference, core/v1 PodSpec: those fields that ranks have a use for. */
  private static final Set<String> POD =
      Set.of("securityContext", "containers", "volumes", "restartPolicy", "subdomain");

  /** Kubernetes API reference, core/v1 Container. */
  private static final Set<String> CONTAINER =
      Set.of(
          "name",
          "image",
          "command",
          "args",
          "env",
          "resources",
          "securityContext",
          "volumeMounts",
          "ports");

  /** Kubernetes API reference, core/v1 PodSecurityContext. */
  private static final Set<String> POD_SECURITY =
      Set.of("runAsUser", "runAsGroup", "fsGroup", "runAsNonRoot", "seccompProfile");

  /** Kubernetes API reference, core/v1 SecurityContext. */
  private static final Set<String> SECURITY =
      Set.of("allowPrivilegeEscalation", "readOnlyRootFilesystem", "capabilities");

  /** Kubernetes API reference, batch/v1 JobSpec. */
  private static final Set<String> JOB =
      Set.of(
          "completionMode",
          "completions",
          "parallelism",
          "backoffLimit",
          "template",
          "activeDeadlineSeconds",
          "ttlSecondsAfterFinished",
          "suspend");

  /** RFC 1123, which names of objects keep that become names of hosts. */
  private static final String LABEL = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";

  private static final String DATA = "training-data.yaml";
  private static final String IMAGE = "registry.example.org/ranks:1";

  private static void allows(Set<String> fields, Manifest of) {
    assertThat(fields).as("fields of %s", of.where()).containsAll(of.fields().keySet());
  }

  private static void isObject(Manifest object, String apiVersion, String kind) {
    allows(Set.of("apiVersion", "kind", "metadata", "spec"), object);
    assertThat(object.text("apiVersion")).isEqualTo(apiVersion);
    assertThat(object.text("kind")).isEqualTo(kind);
    assertThat(object.part("metadata").text("name")).matches(LABEL);
  }

  /** A pod that the restricted level of the Pod Security Standards lets run, or nearly. */
  private static Manifest pod(Manifest template) {
    allows(Set.of("metadata", "spec"), template);
    return podSpec(template.part("spec"));
  }

  private static Manifest podSpec(Manifest pod) {
    allows(POD, pod);
    Manifest security = pod.part("securityContext");
    allows(POD_SECURITY, security);
    assertThat(security.at("runAsNonRoot")).isEqualTo(true);
    assertThat(security.number("runAsUser")).isPositive();
    List<String> volumes = pod.parts("volumes").stream().map(v -> v.text("name")).toList();
    assertThat(pod.parts("containers")).hasSize(1);
    Manifest container = pod.parts("containers").getFirst();
    allows(CONTAINER, container);
    assertThat(container.text("name")).matches(LABEL);
    assertThat(container.text("image")).isEqualTo(IMAGE);
    assertThat((List<?>) container.at("command"))
        .allSatisfy(w -> assertThat(w).isInstanceOf(String.class));
    for (Manifest mount : container.parts("volumeMounts")) {
      assertThat(volumes).contains(mount.text("name"));
      assertThat(mount.text("mountPath")).startsWith("/");
    }
    for (Manifest variable : container.parts("env")) {
      allows(Set.of("name", "value", "valueFrom"), variable);
      // core/v1 EnvVar.value is a string: a bare number is refused by the API server.
      assertThat(variable.fields().getOrDefault("value", "")).isInstanceOf(String.class);
    }
    if (container.fields().containsKey("securityContext")) {
      allows(SECURITY, container.part("securityContext"));
    }
    Manifest resources = container.part("resources");
    allows(Set.of("requests", "limits"), resources);
    resources
        .part("requests")
        .fields()
        .forEach((what, amount) -> assertThat(amount.toString()).matches("[0-9]+(m|Mi|Gi)?"));
    return pod;
  }

  private static Manifest container(Manifest pod) {
    return pod.parts("containers").getFirst();
  }

  /** kubeflow/mpi-operator, manifests/base/kubeflow.org_mpijobs.yaml and pkg/apis v2beta1. */
  @ParameterizedTest
  @ValueSource(strings = {"mpijob.yaml", "training-mpijob.yaml"})
  void mpiJobsKeepTheOperatorsRules(String file) throws IOException {
    Manifest job = Manifest.only(file, "MPIJob");
    isObject(job, "kubeflow.org/v2beta1", "MPIJob");
    Manifest spec = job.part("spec");
    allows(
        Set.of(
            "mpiImplementation",
            "slotsPerWorker",
            "sshAuthMountPath",
            "runPolicy",
            "mpiReplicaSpecs",
            "launcherCreationPolicy",
            "runLauncherAsWorker"),
        spec);
    assertThat(spec.text("mpiImplementation")).isIn("OpenMPI", "Intel", "MPICH");
    assertThat(spec.number("slotsPerWorker")).isPositive();
    allows(
        Set.of(
            "cleanPodPolicy",
            "ttlSecondsAfterFinished",
            "activeDeadlineSeconds",
            "backoffLimit",
            "schedulingPolicy",
            "suspend",
            "managedBy"),
        spec.part("runPolicy"));
    // The validator of the webhook: None, Running or All.
    assertThat(spec.part("runPolicy").text("cleanPodPolicy")).isIn("None", "Running", "All");
    Manifest replicas = spec.part("mpiReplicaSpecs");
    allows(Set.of("Launcher", "Worker"), replicas);
    assertThat(replicas.part("Launcher").number("replicas")).isEqualTo(1);
    for (String role : List.of("Launcher", "Worker")) {
      Manifest its = replicas.part(role);
      allows(Set.of("replicas", "restartPolicy", "template"), its);
      // The validator admits Never and OnFailure only.
      assertThat(its.fields().getOrDefault("restartPolicy", "Never")).isIn("Never", "OnFailure");
      pod(its.part("template"));
    }
    sshIsWhereTheImageHasIt(spec.text("sshAuthMountPath"));
  }

  /**
   * volcano-sh/volcano, config/crd/volcano/bases/batch.volcano.sh_jobs.yaml, and its mpi plugin.
   */
  @Test
  void theVolcanoJobKeepsItsRules() throws IOException {
    Manifest job = Manifest.only("volcano.yaml", "Job");
    isObject(job, "batch.volcano.sh/v1alpha1", "Job");
    Manifest spec = job.part("spec");
    allows(
        Set.of(
            "schedulerName",
            "minAvailable",
            "volumes",
            "tasks",
            "policies",
            "plugins",
            "queue",
            "maxRetry",
            "ttlSecondsAfterFinished",
            "priorityClassName",
            "minSuccess"),
        spec);
    int pods = 0;
    for (Manifest task : spec.parts("tasks")) {
      allows(Set.of("name", "replicas", "minAvailable", "template", "policies", "maxRetry"), task);
      pods += task.number("replicas");
      pod(task.part("template"));
      for (Manifest policy : task.parts("policies")) {
        allows(Set.of("event", "action", "events", "exitCode", "timeout"), policy);
        assertThat(policy.text("event"))
            .isIn("*", "PodFailed", "PodEvicted", "PodPending", "Unknown", "TaskCompleted");
        assertThat(policy.text("action"))
            .isIn("AbortJob", "RestartJob", "RestartTask", "TerminateJob", "CompleteJob");
      }
    }
    assertThat(spec.number("minAvailable")).isEqualTo(pods);
    Manifest plugins = spec.part("plugins");
    plugins.fields().forEach((name, words) -> assertThat(words).as(name).isInstanceOf(List.class));
    // pkg/controllers/job/plugins/distributed-framework/mpi: the flags, and tasks of those names.
    assertThat((List<?>) plugins.at("mpi"))
        .asString()
        .contains("--master=master", "--worker=worker", "--port=2222");
    assertThat(spec.parts("tasks").stream().map(t -> t.text("name")))
        .containsExactly("master", "worker");
    sshIsWhereTheImageHasIt(
        String.valueOf(((List<?>) plugins.at("ssh")).getFirst()).replaceFirst("^.*=", ""));
  }

  private static void sshIsWhereTheImageHasIt(String folder) throws IOException {
    String image = Files.readString(Tree.ROOT.resolve("deploy/Dockerfile"));
    assertThat(image).contains("HostKey " + folder + "/id_rsa", "useradd --uid 1000");
    assertThat(image.split("Port 2222", -1)).as("both sides").hasSize(3);
  }

  /** Kubernetes API reference, batch/v1 Job; "Job with Pod-to-Pod Communication" of its tasks. */
  @ParameterizedTest
  @ValueSource(strings = {"indexed-job.yaml", "training-job.yaml"})
  void indexedJobsKeepTheirRules(String file) throws IOException {
    Manifest service = Manifest.only(file, "Service");
    isObject(service, "v1", "Service");
    assertThat(service.part("spec").text("clusterIP")).isEqualTo("None");
    Manifest job = Manifest.only(file, "Job");
    isObject(job, "batch/v1", "Job");
    Manifest pod = indexed(job.part("spec"));
    assertThat(pod.text("subdomain")).isEqualTo(service.part("metadata").text("name"));
    assertThat(job.part("spec.template.metadata.labels").fields())
        .containsAllEntriesOf(service.part("spec.selector").fields());
    assertThat(container(pod).variable("PUREMPI_SIZE"))
        .isEqualTo(job.part("spec").text("completions"));
  }

  private static Manifest indexed(Manifest job) {
    allows(JOB, job);
    assertThat(job.text("completionMode")).isEqualTo("Indexed");
    // All ranks run at once, or they wait for each other.
    assertThat(job.number("parallelism")).isEqualTo(job.number("completions"));
    Manifest pod = pod(job.part("template"));
    assertThat(pod.text("restartPolicy")).isIn("Never", "OnFailure");
    return pod;
  }

  /** Kubernetes API reference, core/v1 PersistentVolumeClaimSpec and Pod. */
  @Test
  void trainingHasAVolumeAndAPodThatFillsIt() throws IOException {
    Manifest claim = Manifest.only(DATA, "PersistentVolumeClaim");
    isObject(claim, "v1", "PersistentVolumeClaim");
    allows(Set.of("accessModes", "resources", "storageClassName"), claim.part("spec"));
    assertThat((List<?>) claim.part("spec").at("accessModes")).isEqualTo(List.of("ReadWriteMany"));
    assertThat(claim.part("spec.resources.requests").text("storage")).matches("[0-9]+Gi");
    Manifest loader = Manifest.only(DATA, "Pod");
    isObject(loader, "v1", "Pod");
    assertThat(whereTheVolumeIs(podSpec(loader.part("spec")))).isEqualTo("/training");
  }

  @Test
  void trainingJobsGoOnFromTheirCheckpoints() throws IOException {
    Manifest job = Manifest.only("training-job.yaml", "Job");
    assertThat(job.part("spec").number("backoffLimit"))
        .as("pods that may fail, and ranks")
        .isGreaterThan(job.part("spec").number("completions"));
    Manifest pod = job.part("spec.template.spec");
    String prefix = String.valueOf(container(pod).variable("PUREMPI_CHECKPOINT_PREFIX"));
    assertThat(prefix).startsWith(whereTheVolumeIs(pod) + "/");
    assertThat(container(pod).variable("PUREMPI_CHECKPOINT_INTERVAL")).isNotNull();
    trains(pod);

    Manifest operated = Manifest.only("training-mpijob.yaml", "MPIJob");
    Manifest roles = operated.part("spec.mpiReplicaSpecs");
    Manifest launcher = roles.part("Launcher.template.spec");
    String where = whereTheVolumeIs(launcher);
    assertThat(whereTheVolumeIs(roles.part("Worker.template.spec"))).isEqualTo(where);
    assertThat(command(launcher))
        .containsSequence("-ckpoint-prefix", where + "/checkpoints")
        .contains("-ckpoint-interval", "-restart-on-failure");
    trains(launcher);
  }

  /** Where a pod sees the claim of training-data.yaml. */
  private static String whereTheVolumeIs(Manifest pod) throws IOException {
    String claim = Manifest.only(DATA, "PersistentVolumeClaim").part("metadata").text("name");
    Manifest volume =
        pod.parts("volumes").stream()
            .filter(v -> v.fields().containsKey("persistentVolumeClaim"))
            .findFirst()
            .orElseThrow();
    assertThat(volume.part("persistentVolumeClaim").text("claimName")).isEqualTo(claim);
    return container(pod).parts("volumeMounts").stream()
        .filter(m -> m.text("name").equals(volume.text("name")))
        .map(m -> m.text("mountPath"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> command(Manifest pod) {
    return ((List<?>) container(pod).at("command")).stream().map(String::valueOf).toList();
  }

  /** The example, of data on the volume. */
  private static void trains(Manifest pod) throws IOException {
    List<String> words = command(pod);
    int program = words.indexOf("-cp") + 2;
    Path source = Tree.ROOT.resolve("examples").resolve(words.get(program) + ".java");
    assertThat(source).exists();
    assertThat(words.get(program + 1)).matches("[0-9]+");
    String where = whereTheVolumeIs(pod);
    assertThat(words.subList(program + 2, words.size())).allMatch(w -> w.startsWith(where + "/"));
  }

  /** A word that nobody knows would be overlooked. */
  @ParameterizedTest
  @ValueSource(strings = {"indexed-job.yaml", "jobset.yaml", "training-job.yaml"})
  void variablesAreSettings(String file) throws IOException {
    Set<String> known =
        Arrays.stream(Setting.values()).map(Setting::variable).collect(Collectors.toSet());
    String text = Files.readString(Tree.ROOT.resolve("deploy").resolve(file));
    assertThat(Pattern.compile("name: (PUREMPI_\\w+)").matcher(text).results().map(m -> m.group(1)))
        .isNotEmpty()
        .isSubsetOf(known);
  }

  /** kubernetes-sigs/jobset, api/jobset/v1alpha2/jobset_types.go. */
  @Test
  void theJobSetKeepsItsRules() throws IOException {
    Manifest set = Manifest.only("jobset.yaml", "JobSet");
    isObject(set, "jobset.x-k8s.io/v1alpha2", "JobSet");
    Manifest spec = set.part("spec");
    allows(
        Set.of(
            "replicatedJobs",
            "network",
            "successPolicy",
            "failurePolicy",
            "startupPolicy",
            "suspend",
            "coordinator",
            "managedBy",
            "ttlSecondsAfterFinished"),
        spec);
    allows(
        Set.of("enableDNSHostnames", "subdomain", "publishNotReadyAddresses"),
        spec.part("network"));
    assertThat(spec.part("network").at("enableDNSHostnames")).isEqualTo(true);
    allows(Set.of("maxRestarts", "restartStrategy", "rules"), spec.part("failurePolicy"));
    assertThat(spec.parts("replicatedJobs")).hasSize(1);
    Manifest jobs = spec.parts("replicatedJobs").getFirst();
    allows(Set.of("name", "groupName", "template", "replicas", "dependsOn"), jobs);
    Manifest job = jobs.part("template.spec");
    Manifest rank = container(indexed(job));
    int pods = job.number("completions");
    assertThat(rank.variable("PUREMPI_JOB_PODS")).isEqualTo("" + pods);
    assertThat(rank.variable("PUREMPI_SIZE")).isEqualTo("" + pods * jobs.number("replicas"));
    // The webhook refuses names of pods that are no names of hosts.
    String longest = set.part("metadata").text("name") + "-" + jobs.text("name") + "-99-99-abcde";
    assertThat(longest).matches(LABEL);
  }

  /** The Compose Specification, services. */
  @Test
  void theComposeFileKeepsItsRules() throws IOException {
    Manifest file = Manifest.all("compose.yaml").getFirst();
    allows(Set.of("services", "secrets"), file);
    Manifest service = file.part("services.ranks");
    allows(
        Set.of("image", "command", "environment", "read_only", "tmpfs", "secrets", "deploy"),
        service);
    Map<String, Object> environment = service.part("environment").fields();
    assertThat(environment)
        .containsEntry("PUREMPI_SERVICE", "ranks")
        .containsEntry("PUREMPI_SIZE", service.part("deploy").at("replicas"))
        .containsEntry("PUREMPI_SECRET_FILE", "/run/secrets/mpi");
    assertThat(file.part("secrets").fields()).containsKey("mpi");
  }

  @Test
  void theImageNeedsNoRootAndNoVariables() throws IOException {
    String image = Files.readString(Tree.ROOT.resolve("deploy/Dockerfile"));
    assertThat(image).containsPattern("(?m)^USER mpiuser$").contains("/usr/lib/jvm/purempi");
    assertThat(image).as("a login by ssh sees none").doesNotContainPattern("(?m)^ENV ");
  }
}
