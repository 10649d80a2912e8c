/**
 * The few native calls purempi makes, each with a pure-Java fallback or a plain "not available";
 * and the table of settings.
 */
module org.purempi.os {
  requires java.management;
  requires static org.jspecify;

  exports org.purempi.channel;
  exports org.purempi.device;
  exports org.purempi.device.mock;
  exports org.purempi.disk;
  exports org.purempi.os;
  exports org.purempi.os.fast;
  exports org.purempi.setting;

  uses org.purempi.device.DeviceProvider;

  provides org.purempi.device.DeviceProvider with
      org.purempi.device.cuda.CudaProvider,
      org.purempi.device.mock.MockProvider;
}
