import { fromBase64 } from '../base/base64.js';
import { type OrderQuestion, readTranslatedFile } from './api.js';
import { formatCount } from './format.js';
import { Button } from './parts.js';
import { runAndTell } from './store.js';

/** The file that was ordered: its name and size, and its translation to download. */
export function DocumentFacts({
  question: { id, title, document: shown, texts },
}: {
  readonly question: OrderQuestion;
}) {
  if (shown === null) return null;
  const { name, fileType, pages, paragraphs, letters, hasTranslation } = shown;
  const unit = fileType === 'pptx' ? 'slide' : 'page';
  const sizes = [formatCount(paragraphs, 'paragraph'), formatCount(letters, 'letter')];
  if (pages !== null) sizes.unshift(formatCount(pages, unit));
  if (paragraphs > texts.length) sizes.push(`the first ${texts.length} are shown`);
  return (
    <div class="document">
      <p>
        {name === title ? null : (
          <strong>
            <bdi>{name}</bdi>{' '}
          </strong>
        )}
        <span class="faint">{sizes.join(', ')}</span>
      </p>
      {hasTranslation && (
        <Button label={`Download the translation of ${name}`} onClick={() => runAndTell(() => saveFile(id))}>
          Download
        </Button>
      )}
    </div>
  );
}

/** Saves the file that the application gets. Its address has no token, and is gone afterwards. */
async function saveFile(questionId: number): Promise<void> {
  const { name, type, content } = await readTranslatedFile(questionId);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([fromBase64(content)], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
