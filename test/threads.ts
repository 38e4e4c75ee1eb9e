// Tests that share a thread are off the main thread: which of them gets the warning would depend on their order.
import { warnOfThread } from '../src/client/ordering/place.js';

warnOfThread({ isThreadMemory: true, warn: () => undefined });
