package org.purempi.transport;

import org.junit.jupiter.api.Tag;
import org.purempi.transport.tcp.TcpSettings;

/** Encrypted, they keep the contract, too; making keys for so many ranks takes long. */
@Tag("full")
class EncryptedTcpTransportTest extends TcpTransportTest {
  @Override
  protected TcpSettings settings() {
    return super.settings().withEncryption(true);
  }
}
