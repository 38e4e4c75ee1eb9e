import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';

const HEAD = `<?xml version="1.0" encoding="utf-8"?>
<root>
  <!-- Microsoft ResX Schema -->
  <xsd:schema id="root" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
    <xsd:element name="root" />
  </xsd:schema>
  <resheader name="resmimetype">
    <value>text/microsoft-resx</value>
  </resheader>
`;
const GREETING = `  <!-- The first page -->
  <data name="Greeting" xml:space="preserve">
    <value>Hello {0}, &lt;b&gt;{1:N2}&lt;/b&gt; &amp; more</value>
    <comment>{0} is a name</comment>
  </data>
`;
const SOURCE = `${HEAD}  <assembly alias="System.Windows.Forms" name="System.Windows.Forms" />
${GREETING}  <data name="button1.Size" type="System.Drawing.Size, System.Drawing">
    <value>75, 23</value>
  </data>
  <data name="&gt;&gt;button1.Name" xml:space="preserve">
    <value>button1</value>
  </data>
  <data name="Logo" mimetype="application/x-microsoft.net.object.bytearray.base64">
    <value>iVBORw0KGgo=</value>
  </data>
  <metadata name="$this.Localizable" type="System.Boolean">
    <value>True</value>
  </metadata>
  <data name="Product" xml:space="preserve">
    <value>Acme</value>
    <comment>{Locked}</comment>
  </data>
  <data name="$this.Text" type="System.String">
    <value>Window</value>
  </data>
  <data name="Empty"><value /></data>
</root>
`;

const read = (target?: string) =>
  readLocaleFile(
    { text: SOURCE, name: 'Resources.resx' },
    { to: 'de', ...(target !== undefined && { target: { text: target } }) },
  );

describe('.NET resources', () => {
  test('have strings as texts, and nothing else', async () => {
    const { texts } = await read();
    expect(texts).toEqual({
      Greeting: { text: 'Hello {0}, <b>{1:N2}</b> & more', note: '{0} is a name' },
      '$this.Text': 'Window',
    });
  });

  test('have a new file with the head, and what is translated', async () => {
    const file = await read();
    expect(file.write({ Greeting: 'Hallo {0}, <b>{1:N2}</b> & mehr' })).toBe(
      `${HEAD}${GREETING.replace('Hello', 'Hallo').replace('more', 'mehr')}</root>\n`,
    );
  });

  test('keep the file of a language, and get what it lacks in its place', async () => {
    const target = `${HEAD}  <data name="Old"><value>Alt</value></data>\n  <data name="$this.Text"><value/></data>\n</root>\n`;
    const file = await read(target);
    expect(file.known).toEqual({});
    expect(file.orphans).toEqual(['Old']);
    expect(file.write({})).toBe(target);
    const written = file.write({ Greeting: 'Hallo {0} {1:N2}', '$this.Text': 'Fenster' });
    expect(written).toContain('<value>Hallo {0} {1:N2}</value>\n    <comment>{0} is a name</comment>');
    expect(written).toContain('<data name="$this.Text"><value>Fenster</value></data>');
    expect((await read(written)).known).toEqual({
      Greeting: 'Hallo {0} {1:N2}',
      '$this.Text': 'Fenster',
    });
  });

  test('protect the places of format strings', async () => {
    const { protect } = await read();
    const text = '{0} of {count,-5:N2} {{0}} {1:{2}} { 3 } {4:d}';
    expect(text.match(protect instanceof RegExp ? protect : '')).toEqual([
      '{0}',
      '{count,-5:N2}',
      '{0}',
      '{2}',
      '{4:d}',
    ]);
  });

  test.each([
    ['<resources/>', 'a.resx:1:1 is not a file of .NET resources'],
    ['<root/>', 'a.resx:1:1 is not a file of .NET resources'],
    [
      '<root><data name="a"><value>x</value></data><data name="a"><value>y</value></data></root>',
      'two texts',
    ],
  ])('are refused where they are broken: %s', async (text, message) => {
    await expect(readLocaleFile({ text, name: 'a.resx' })).rejects.toThrow(message);
  });
});
