import type { Page } from 'playwright-core';
import type { Sandbox } from 'translation-requester/sandbox';
import { expect, test } from 'vitest';
import { describeInChromium, simpleOrder } from './browser.js';
import { findCutOff, findViolations, measureWidth, showView } from './look.js';

/** Texts that are long, wide, without a space, or written from right to left. */
const TEXTS = [
  {
    from: 'de',
    key: 'shop/pages/checkout/buttons-and-messages/'.repeat(6),
    texts: [
      'Das Rechtsschutzversicherungsgesellschaftsangestelltenverhältnis endet mit Ablauf der gesetzlichen Frist.',
      'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung',
    ],
  },
  {
    from: 'ja',
    key: '店舗/注文/確認画面',
    texts: ['お客様のご注文は確かに承りました。商品の発送準備が整い次第、改めてご連絡いたします。'.repeat(5)],
  },
  {
    from: 'ar',
    key: 'متجر/سلة',
    texts: ['تمت إضافة المنتج (SKU-4411) إلى سلة التسوق بنجاح. يمكنك المتابعة إلى الدفع!'],
  },
  { from: 'ar', key: 'חנות/עגלה', texts: ['שלום {name}, ההזמנה שלך מספר 4411 נשלחה ל-DHL.'] },
  {
    from: 'en',
    key: 'x'.repeat(255),
    texts: ['a'.repeat(400), `https://shop.example/?${'q=1&'.repeat(99)}`],
  },
  { from: 'en', key: 'Z̸̢̛a̷l̶g̵o̶', texts: [`H${'\u0301'.repeat(60)}ello`, '👩‍👩‍👧‍👦'.repeat(60)] },
] as const;

async function placeTexts(sandbox: Sandbox): Promise<void> {
  for (const { from, key, texts } of TEXTS) {
    const order = { language_id: from, translated_language_id: from === 'en' ? 'ar' : 'en' };
    const question_bodies = texts.map((body) => ({ body }));
    const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/simple/questions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        access_token: sandbox.accessToken,
        custom_field: key,
        ...order,
        question_bodies,
      }),
    });
    if (response.status !== 201) throw new Error(await response.text());
  }
  const [, , arabic] = sandbox.orders();
  const read = await sandbox.fetch(
    `${sandbox.baseUrl}/api/v1/simple/questions/${arabic?.id}?access_token=${sandbox.accessToken}`,
  );
  const { question } = (await read.json()) as { question: { question_bodies: { id: number }[] } };
  const { id } = sandbox.translators.translateBody(
    question.question_bodies[0]?.id ?? 0,
    'In your cart (SKU-4411)!',
  );
  sandbox.translators.commentOnTranslation(id, 'هل هذا زر؟ Is “cart” right?');
}

const rows = (page: Page, list: string) => page.getByRole('listbox', { name: list }).getByRole('option');

/** The language and the direction in which an element shows its text, and whether what is around it is safe from them. */
const readWriting = (page: Page, text: string) =>
  page
    .getByText(text)
    .last()
    .evaluate((element) => ({
      lang: element.closest('[lang]')?.getAttribute('lang'),
      direction: getComputedStyle(element).direction,
      isApart: /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi),
    }));

describeInChromium('a text', (open) => {
  test('has its language and its direction, in lists, in the order and in comments', async () => {
    const page = await open().open({}, {}, placeTexts);
    for (const [list, text, lang] of [
      ['Orders', 'تمت إضافة المنتج', 'ar'],
      ['Orders', 'שלום {name}', 'ar'],
      ['Orders', 'お客様のご注文', 'ja'],
      ['Orders', 'Rechtsschutzversicherung', 'de'],
    ] as const) {
      const title = rows(page, list).filter({ hasText: text }).locator('strong');
      expect(await title.getAttribute('lang')).toBe(lang);
      const isRight = lang === 'ar';
      expect(await title.evaluate((element) => getComputedStyle(element).direction)).toBe(
        isRight ? 'rtl' : 'ltr',
      );
    }
    await rows(page, 'Orders').filter({ hasText: 'تمت إضافة المنتج' }).click();
    const detail = page.getByRole('region', { name: /^Simple question/ });
    await detail.getByText('In your cart').waitFor();
    expect(await readWriting(page, 'In your cart')).toEqual({ lang: 'en', direction: 'ltr', isApart: true });
    expect(await readWriting(page, 'هل هذا زر؟')).toEqual({ lang: '', direction: 'rtl', isApart: true });
    const source = detail.locator('blockquote').first();
    expect(await source.getAttribute('lang')).toBe('ar');
    expect(await source.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await rows(page, 'Orders').filter({ hasText: 'aaaa' }).click();
    const field = page.getByRole('textbox', { name: /^Translation of “aaa/ });
    expect([await field.getAttribute('lang'), await field.getAttribute('dir')]).toEqual(['ar', 'auto']);
  });

  test.each([320, 390, 768, 1280])('of any kind is whole and inside at %i pixels', async (width) => {
    const page = await open().open({}, { width, height: 800 }, placeTexts);
    await rows(page, 'Orders').first().waitFor();
    expect(await findCutOff(page)).toEqual([]);
    for (const begin of ['Das Rechts', 'お客様', 'تمت', 'שלום', 'aaaa', 'H\u0301']) {
      const row = rows(page, 'Orders').filter({ hasText: begin });
      await expect
        .poll(async () => {
          if (await row.isVisible()) return true;
          await page.getByRole('listbox', { name: 'Orders' }).evaluate((list) => list.scrollBy(0, 150));
          return false;
        })
        .toBe(true);
      await row.click();
      await page.getByRole('article').first().waitFor();
      expect([begin, await findCutOff(page)]).toEqual([begin, []]);
      expect([begin, await measureWidth(page)]).toEqual([
        begin,
        expect.toSatisfy((needed) => needed <= width),
      ]);
      expect(await findViolations(page)).toEqual([]);
      await showView(page, 'Orders');
      await page.getByRole('listbox', { name: 'Orders' }).evaluate((list) => list.scrollTo(0, 0));
    }
    await showView(page, 'What happened');
    await rows(page, 'Event log').first().waitFor();
    expect(await findCutOff(page)).toEqual([]);
    expect(await measureWidth(page)).toBeLessThanOrEqual(width);
  });

  test('that turns directions around or ends tags changes nothing around it', async () => {
    const desk = open();
    const page = await desk.open();
    const hostile = '\u202e\u2066</span></body><script>document.title="!"</script>&#0; $& {{x}} \u0007end';
    await desk.send('POST', 'simple/questions', { ...simpleOrder(hostile), custom_field: '\u202ekey\u2067' });
    await rows(page, 'Orders').first().waitFor();
    await page.getByRole('article').waitFor();
    await rows(page, 'Event log').first().click();
    await page.getByText(/^Event \d+/).waitFor();
    expect(await page.title()).toBe('Translation Requester sandbox');
    const exposed = await page.evaluate(() => {
      const inner = [...document.querySelectorAll('*')].filter((element) =>
        [...element.childNodes].some(
          (node) => node.nodeType === 3 && /[\u202a-\u202e\u2066-\u2069]/.test(node.nodeValue ?? ''),
        ),
      );
      return inner
        .filter((element) => !/isolate|plaintext/.test(getComputedStyle(element).unicodeBidi))
        .map((element) => element.outerHTML);
    });
    expect(exposed).toEqual([]);
    const pill = await rows(page, 'Orders').first().getByText('pending').boundingBox();
    const row = await rows(page, 'Orders').first().boundingBox();
    expect((pill?.x ?? 0) - (row?.x ?? 0)).toBeGreaterThan((row?.width ?? 0) / 2);
  });

  test('of a megabyte is shown by its beginning, and later orders still appear', async () => {
    const desk = open();
    const page = await desk.open({ points: 100_000_000 });
    const response = await desk.send('POST', 'simple/questions', simpleOrder('word '.repeat(200_000)));
    const refused = await desk.send('POST', 'projects', { x: 'word '.repeat(200_000), language_id: 'en' });
    expect([response.status, refused.status]).toEqual([expect.any(Number), expect.any(Number)]);
    await page.getByRole('tab', { name: /Requests/ }).click();
    await rows(page, 'Requests').first().click();
    await page.getByRole('heading', { name: /^Answer/ }).waitFor();
    const size = await page.evaluate(() => document.body.innerText.length);
    expect(size).toBeLessThan(60_000);
    await desk.send('POST', 'simple/questions', simpleOrder('after'));
    await rows(page, 'Orders').filter({ hasText: 'after' }).waitFor();
  });
});
