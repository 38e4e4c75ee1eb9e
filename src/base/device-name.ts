const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?:\.|$)/i;

/** Whether Windows takes a file of this name for a device. */
export const isDeviceName = (name: string): boolean => DEVICE.test(name);
