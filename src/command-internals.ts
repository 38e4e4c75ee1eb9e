// Not published: what the command may use of the other wings, beyond their public interfaces.
export {
  catchCodes,
  flushFolder,
  openFile,
  readErrorCode,
  readRegularFile,
  removeAll,
  writeFlushed,
} from './client/stores/file-system.js';
export type { NonText } from './localise/checks/non-texts.js';
export { findNonTexts } from './localise/checks/non-texts.js';
export { parseChecked as checkedDocument } from './localise/files/formats/yaml-check.js';
export { KeyPattern } from './localise/files/key-pattern.js';
export { withoutSecrets } from './sandbox/base/random.js';
