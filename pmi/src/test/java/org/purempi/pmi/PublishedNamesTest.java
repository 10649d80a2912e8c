package org.purempi.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Names have owners, and there is room for so many. */
class PublishedNamesTest {
  private static final PmiLine PUBLISH = PmiLine.of("publish_name").with("port", "p");
  private static final PmiLine UNPUBLISH = PmiLine.of("unpublish_name").with("service", "a");
  private static final PmiLine LOOKUP = PmiLine.of("lookup_name").with("service", "a");

  private final PublishedNames names = new PublishedNames();

  private String publish(String service, Object owner) throws PmiException {
    return "" + names.reply(PUBLISH.with("service", service), owner).get("msg");
  }

  @Test
  void aFullTableOfServicesIsNotAServiceThatIsThere() throws PmiException {
    for (int i = 0; i < PublishedNames.MOST; i++) {
      assertThat(publish("" + i, this)).isEqualTo("success");
    }
    assertThat(publish("0", this)).isEqualTo("service_already_published");
    PmiLine refusal = names.reply(PUBLISH.with("service", "x"), this);
    assertThat(refusal.get("rc")).isEqualTo("-1");
    assertThat(refusal.get("message")).isEqualTo("there are 20000 names already");
  }

  @Test
  void aNameIsWithdrawnByItsOwner() throws PmiException {
    assertThat(publish("a", "one")).isEqualTo("success");
    PmiLine refusal = names.reply(UNPUBLISH, "other");
    assertThat(refusal.command()).isEqualTo("unpublish_result");
    assertThat(refusal.get("message")).isEqualTo("it was published by another job");
    assertThat(names.reply(LOOKUP, "other").get("port")).isEqualTo("p");
    assertThat(names.reply(UNPUBLISH, "one").get("rc")).isEqualTo("0");
    assertThat(names.reply(UNPUBLISH, "other").get("msg")).isEqualTo("service_not_found");
  }

  @Test
  void aNameGoesWithItsOwner() throws PmiException {
    assertThat(publish("a", "one")).isEqualTo("success");
    assertThat(publish("b", "other")).isEqualTo("success");
    names.forget("one");
    assertThat(names.reply(LOOKUP, "one").get("port")).isNull();
    assertThat(publish("b", "one")).isEqualTo("service_already_published");
  }
}
