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
export { findNonTexts, lookLikeKeys } from './localise/checks/non-texts.js';
export { protectText } from './localise/checks/placeholders/protect.js';
export { identifyText } from './localise/checks/source-text.js';
export { FORMAT_NAMES } from './localise/files/format-names.js';
export { describeJsonMistake } from './localise/files/formats/json/tree.js';
export { parseChecked as checkedDocument, refuseRepeatedKeys } from './localise/files/formats/yaml-check.js';
export { LOCALE_LAYOUTS, TARGET_SPELLINGS } from './localise/files/formats.js';
export { describeShape, isGuess, JSON_SHAPES } from './localise/files/json-shapes.js';
export type { PathLayout } from './localise/files/path-layouts.js';
export { byFolder, byName, LANGUAGE_CODE } from './localise/files/path-layouts.js';
export { StarPattern } from './localise/files/star-pattern.js';
export { makeTermFinder } from './localise/jobs/texts/pieces/terms.js';
export { makeRandomSecret, withoutSecrets } from './sandbox/base/random.js';
export { isUnguarded, SHORTEST_TOKEN } from './sandbox/transport/callers.js';
