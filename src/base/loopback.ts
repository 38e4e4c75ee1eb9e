const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether an address stays on this machine: `localhost`, below `.localhost`, 127.x.x.x or ::1. */
export const isLoopback = ({ hostname }: Pick<URL, 'hostname'>): boolean => LOOPBACK.test(hostname);
