package org.purempi.channel;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * TLS 1.3 between processes, with a key and a certificate that this process makes for itself and
 * forgets when it ends. Nobody vouches for the certificate: who is at the other end is proved by a
 * handshake inside, which covers {@link Pipe#binding}, a value that only the two ends of this very
 * channel have.
 */
public final class TlsContext {
  private static final String[] PROTOCOLS = {"TLSv1.3"};
  private static final char[] NO_PASSWORD = new char[0];
  private static final int VALID_DAYS = 3650;

  private final SSLContext context;

  /**
   * Makes the key and the certificate.
   *
   * @throws IOException when this Java has no TLS 1.3
   */
  public TlsContext() throws IOException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      Certificate[] chain = {certificate(pair)};
      store.setKeyEntry("rank", pair.getPrivate(), NO_PASSWORD, chain);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, NO_PASSWORD);
      context = SSLContext.getInstance(PROTOCOLS[0]);
      context.init(keys.getKeyManagers(), new TrustManager[] {new Anybody()}, null);
    } catch (GeneralSecurityException e) {
      throw new IOException("this Java cannot encrypt with TLS 1.3: " + e.getMessage(), e);
    }
  }

  /** One end of a new channel, for a {@link TlsPipe}. */
  public SSLEngine engine(boolean isCaller) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(isCaller);
    engine.setEnabledProtocols(PROTOCOLS);
    return engine;
  }

  /** The calling end of a new channel over a connected socket, whose streams block. */
  public SSLSocket caller(Socket connected) throws IOException {
    var socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(connected, "", connected.getPort(), /* autoClose= */ true);
    socket.setUseClientMode(true);
    socket.setEnabledProtocols(PROTOCOLS);
    return socket;
  }

  /**
   * The called end of a new channel, as above.
   *
   * @param heard what has been read from the socket already
   */
  public SSLSocket host(Socket connected, InputStream heard) throws IOException {
    var socket =
        (SSLSocket)
            context.getSocketFactory().createSocket(connected, heard, /* autoClose= */ true);
    socket.setUseClientMode(false);
    socket.setEnabledProtocols(PROTOCOLS);
    return socket;
  }

  /** A certificate signed by its own key, in the few bytes that are needed. */
  private static X509Certificate certificate(KeyPair pair)
      throws GeneralSecurityException, IOException {
    byte[] serial = new byte[16];
    new SecureRandom().nextBytes(serial);
    serial[0] = (byte) ((serial[0] & 0x3f) | 0x40);
    Instant now = Instant.now();
    byte[] algorithm = Der.sequence(Der.ECDSA_WITH_SHA256);
    byte[] name = Der.sequence(Der.set(Der.sequence(Der.COMMON_NAME, Der.text("purempi"))));
    byte[] body =
        Der.sequence(
            Der.VERSION_3,
            Der.integer(serial),
            algorithm,
            name,
            Der.sequence(
                Der.time(now.minus(1, ChronoUnit.DAYS)),
                Der.time(now.plus(VALID_DAYS, ChronoUnit.DAYS))),
            name,
            pair.getPublic().getEncoded());
    byte[] whole = Der.sequence(body, algorithm, Der.bits(signed(body, pair.getPrivate())));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(whole));
  }

  private static byte[] signed(byte[] body, PrivateKey key) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(key);
    signature.update(body);
    return signature.sign();
  }

  /** Takes every certificate: the proof comes after, inside. */
  private static final class Anybody extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
