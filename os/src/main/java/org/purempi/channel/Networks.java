package org.purempi.channel;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Chooses the address of this host that other hosts are told. Asks no name server. */
public final class Networks {
  /** Interfaces that lead to containers and virtual machines of this host, not to other hosts. */
  private static final List<String> INWARD =
      List.of("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd", "cni", "podman");

  private static final int BITS_PER_BYTE = 8;

  private Networks() {}

  /**
   * One address of one interface.
   *
   * @param prefix the length of its network's prefix, in bits
   */
  record Address(String device, InetAddress address, int prefix, boolean isUp) {
    boolean isUseful() {
      return isUp && !address.isLoopbackAddress() && !address.isLinkLocalAddress();
    }

    /** Another host has no use for the name of an interface, unless the address needs one. */
    private InetAddress told() {
      if (address.isLinkLocalAddress()) {
        return address;
      }
      try {
        return InetAddress.getByAddress(address.getAddress());
      } catch (UnknownHostException e) {
        throw new AssertionError("an address has as many bytes as an address", e);
      }
    }

    private boolean isInward() {
      String name = device.toLowerCase(Locale.ROOT);
      return INWARD.stream().anyMatch(name::startsWith);
    }
  }

  /**
   * The address of this host that is wanted: that of an interface, of a subnet as {@code
   * 10.1.0.0/16}, or the address itself; null stands for one that leads to other hosts, or for
   * loopback where none does.
   *
   * @throws IOException when this host has no such network; says which it has
   */
  public static InetAddress choose(@Nullable String wanted) throws IOException {
    return choose(wanted, addresses());
  }

  /**
   * The wanted address; else an IPv4 address, else an IPv6 address, of an interface that leads to
   * other hosts; else the loopback address.
   */
  static InetAddress choose(@Nullable String wanted, List<Address> all) throws IOException {
    if (wanted != null) {
      return wanted(wanted, all);
    }
    return all.stream()
        .filter(Address::isUseful)
        .min(
            Comparator.comparing(Address::isInward)
                .thenComparing(a -> !(a.address instanceof Inet4Address)))
        .map(Address::told)
        .orElse(InetAddress.getLoopbackAddress());
  }

  private static InetAddress wanted(String wanted, List<Address> all) throws IOException {
    int slash = wanted.indexOf('/');
    List<Address> found;
    if (slash > 0) {
      InetAddress network = literal(wanted.substring(0, slash), wanted);
      int bits = bits(wanted.substring(slash + 1), network, wanted);
      found = all.stream().filter(a -> isIn(a.address, network, bits)).toList();
    } else {
      found = all.stream().filter(a -> a.device.equals(wanted)).toList();
      if (found.isEmpty()) {
        found = all.stream().filter(a -> isAddress(a.address, wanted)).toList();
      }
    }
    return found.stream()
        .filter(Address::isUp)
        .min(
            Comparator.<Address, Boolean>comparing(a -> a.address.isLinkLocalAddress())
                .thenComparing(a -> !(a.address instanceof Inet4Address)))
        .map(Address::told)
        .orElseThrow(() -> new IOException(complaint(wanted, all)));
  }

  private static String complaint(String wanted, List<Address> all) {
    return "this host has no network '"
        + wanted
        + "' that is up; it has "
        + all.stream()
            .filter(Address::isUp)
            .map(a -> a.device + " " + a.address.getHostAddress() + "/" + a.prefix)
            .collect(Collectors.joining(", "));
  }

  private static boolean isAddress(InetAddress address, String text) {
    try {
      return InetAddress.ofLiteral(text).equals(address);
    } catch (IllegalArgumentException noAddress) {
      return false; // then it is the name of an interface that this host has not
    }
  }

  private static InetAddress literal(String text, String all) throws IOException {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      throw new IOException("'" + all + "' is not a subnet; write it as 10.1.0.0/16", e);
    }
  }

  private static int bits(String text, InetAddress network, String all) throws IOException {
    try {
      int bits = Integer.parseInt(text);
      if (bits >= 0 && bits <= network.getAddress().length * BITS_PER_BYTE) {
        return bits;
      }
    } catch (NumberFormatException e) {
      throw new IOException("'" + all + "' is not a subnet; write it as 10.1.0.0/16", e);
    }
    throw new IOException("'" + all + "' is not a subnet: a prefix of " + text + " bits");
  }

  /** Whether the first {@code bits} bits of both are the same. */
  static boolean isIn(InetAddress address, InetAddress network, int bits) {
    byte[] a = address.getAddress();
    byte[] n = network.getAddress();
    if (a.length != n.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >>> (bit % BITS_PER_BYTE);
      if (((a[bit / BITS_PER_BYTE] ^ n[bit / BITS_PER_BYTE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }

  /** All addresses of this host. */
  static List<Address> addresses() throws SocketException {
    List<Address> all = new ArrayList<>();
    for (NetworkInterface device : NetworkInterface.networkInterfaces().toList()) {
      boolean isUp = isUp(device);
      device
          .getInterfaceAddresses()
          .forEach(
              a ->
                  all.add(
                      new Address(
                          device.getName(), a.getAddress(), a.getNetworkPrefixLength(), isUp)));
    }
    return all;
  }

  private static boolean isUp(NetworkInterface device) {
    try {
      return device.isUp();
    } catch (SocketException e) {
      return false; // it is gone since the list was made
    }
  }
}
