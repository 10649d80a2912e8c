/**
 * Memory of devices, such as GPUs: a type of its own, which Java cannot touch by mistake, and what
 * the library needs of a device to send from it and receive into it.
 *
 * <p>Programs use {@link org.purempi.device.Devices}, {@link org.purempi.device.Device} and {@link
 * org.purempi.device.DeviceMemory}. The others are the interface for those who add a kind of
 * device: a {@link org.purempi.device.DeviceProvider} finds devices, a {@link
 * org.purempi.device.DeviceStream} copies, packs, unpacks and reduces in its order.
 *
 * <p>Nothing is looked for before the first use, and nothing is needed where there is no device.
 * Any thread may call. Floor 0. Entry class: {@link org.purempi.device.Devices}.
 */
@org.jspecify.annotations.NullMarked
package org.purempi.device;
