import { strToU8, zipSync } from 'fflate';

// Small office files, complete enough for the programs that open them, with text in every place that a reader sees.

const OFFICE = 'http://schemas.openxmlformats.org';
const RELATION = `${OFFICE}/officeDocument/2006/relationships`;
const DRAWING = `xmlns:a="${OFFICE}/drawingml/2006/main" xmlns:r="${RELATION}"`;
const WORD = `xmlns:w="${OFFICE}/wordprocessingml/2006/main" xmlns:r="${RELATION}"`;
const SHEET = `xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${RELATION}"`;
const SLIDE = `${DRAWING} xmlns:p="${OFFICE}/presentationml/2006/main"`;

type Parts = Readonly<Record<string, string>>;

/** Packs parts, with the list of their types, each by the end of a type's name. */
function packOffice(main: string, kind: string, parts: Parts, types: Parts): Uint8Array<ArrayBuffer> {
  const overrides = Object.entries(types).map(([name, type]) => {
    const full = type.startsWith('drawing') ? type : `${kind}.${type}`;
    return `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${full}+xml"/>`;
  });
  const all: Parts = {
    '[Content_Types].xml': `<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': relate([['officeDocument', main]]),
    ...parts,
  };
  const contents = Object.entries(all).map(([name, xml]) => [name, strToU8(xml)] as const);
  return new Uint8Array(zipSync(Object.fromEntries(contents)));
}

/** Relations to other parts, numbered from `r1` on. */
function relate(targets: readonly (readonly [type: string, target: string])[]): string {
  const relations = targets.map(
    ([type, target], at) => `<Relationship Id="r${at + 1}" Type="${RELATION}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${OFFICE}/package/2006/relationships">${relations.join('')}</Relationships>`;
}

const drawn = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const written = (...runs: readonly string[]) => `<w:p>${runs.join('')}</w:p>`;
const field = (instruction: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const CHART = `<c:chartSpace xmlns:c="${OFFICE}/drawingml/2006/chart" ${DRAWING}><c:chart><c:title><c:tx><c:rich><a:bodyPr/>${drawn('Chart title')}</c:rich></c:tx></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:barChart><c:barDir val="col"/><c:ser><c:idx val="0"/><c:order val="0"/><c:cat><c:strLit><c:ptCount val="1"/><c:pt idx="0"><c:v>7</c:v></c:pt></c:strLit></c:cat><c:val><c:numLit><c:ptCount val="1"/><c:pt idx="0"><c:v>5</c:v></c:pt></c:numLit></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart></c:chartSpace>`;
const CHART_TYPE = 'drawingml.chart';
const chartFrame = (graphic: string) =>
  `<a:graphic><a:graphicData uri="${OFFICE}/drawingml/2006/chart"><c:chart xmlns:c="${OFFICE}/drawingml/2006/chart" r:id="${graphic}"/></a:graphicData></a:graphic>`;

const BOX = written(run('Text box'));
const BOX_TWICE = `<w:r><mc:AlternateContent xmlns:mc="${OFFICE}/markup-compatibility/2006"><mc:Choice Requires="wps"><w:drawing><wp:inline xmlns:wp="${OFFICE}/drawingml/2006/wordprocessingDrawing"><wp:extent cx="2000000" cy="600000"/><wp:docPr id="5" name="Box"/><a:graphic ${DRAWING}><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="600000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx><w:txbxContent>${BOX}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:rect xmlns:v="urn:schemas-microsoft-com:vml" style="width:150pt;height:50pt"><v:textbox><w:txbxContent>${BOX}</w:txbxContent></v:textbox></v:rect></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;

/** What a reader sees in the text document, in the order of its parts. */
export const WORD_TEXTS = [
  'Heading',
  'Price\tin points',
  'Before the box after it',
  'Text box',
  'Header',
  'Page \t of \t',
  'Footnote',
  'Endnote',
  'Chart title',
];

export function makeWordFile(): Uint8Array<ArrayBuffer> {
  const note = (kind: string, text: string) =>
    `<w:${kind}s ${WORD}><w:${kind} w:id="2">${written(run(text))}</w:${kind}></w:${kind}s>`;
  const hidden = `${run('Hidden', '<w:vanish/>')}<w:del w:id="1" w:author="x"><w:r><w:delText>Deleted</w:delText></w:r></w:del>`;
  const tabbed = `<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="3000"/></w:tabs></w:pPr>${run('Pri')}${run('ce', '<w:b/>')}<w:r><w:tab/></w:r>${run('in points')}</w:p>`;
  const notes = '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r>';
  const chart = `<w:r><w:drawing><wp:inline xmlns:wp="${OFFICE}/drawingml/2006/wordprocessingDrawing" xmlns:a="${OFFICE}/drawingml/2006/main"><wp:extent cx="3000000" cy="2000000"/><wp:docPr id="6" name="Chart"/>${chartFrame('r5')}</wp:inline></w:drawing></w:r>`;
  const body = [
    written(field('TOC \\o', run('Heading'))),
    written(run('Heading'), hidden),
    tabbed,
    written(run('Before the box'), BOX_TWICE, run(' after it'), notes),
    written(chart),
    `<w:sectPr><w:headerReference w:type="default" r:id="r1"/><w:footerReference w:type="default" r:id="r2"/></w:sectPr>`,
  ];
  return packOffice(
    'word/document.xml',
    'wordprocessingml',
    {
      'word/document.xml': `<w:document ${WORD}><w:body>${body.join('')}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relate([
        ['header', 'header1.xml'],
        ['footer', 'footer1.xml'],
        ['footnotes', 'footnotes.xml'],
        ['endnotes', 'endnotes.xml'],
        ['chart', 'charts/chart1.xml'],
      ]),
      'word/header1.xml': `<w:hdr ${WORD}>${written(run('Header'))}</w:hdr>`,
      'word/footer1.xml': `<w:ftr ${WORD}>${written(run('Page '), field(' PAGE ', run('1')), run(' of '), field('NUMPAGES', run('1')))}</w:ftr>`,
      'word/footnotes.xml': note('footnote', 'Footnote'),
      'word/endnotes.xml': note('endnote', 'Endnote'),
      'word/comments.xml': `<w:comments ${WORD}><w:comment w:id="0">${written(run('Comment'))}</w:comment></w:comments>`,
      'word/charts/chart1.xml': CHART,
    },
    {
      'word/document.xml': 'document.main',
      'word/header1.xml': 'header',
      'word/footer1.xml': 'footer',
      'word/footnotes.xml': 'footnotes',
      'word/endnotes.xml': 'endnotes',
      'word/comments.xml': 'comments',
      'word/charts/chart1.xml': CHART_TYPE,
    },
  );
}

/** What a reader sees in the workbook: in cells, those that they share, text boxes and charts. */
export const SHEET_TEXTS = ['In the cell', 'Soup & bread', '東京', 'Column', 'Text box', 'Chart title'];

export function makeWorkbook(): Uint8Array<ArrayBuffer> {
  const cells =
    '<c r="A1" t="s"><v>3</v></c></row><row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>0</v></c><c r="C2"><v>42</v></c></row><row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" t="inlineStr"><is><t>In the cell</t></is></c>';
  const anchor = (content: string) =>
    `<xdr:twoCellAnchor><xdr:from><xdr:col>4</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>8</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>12</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>${content}<xdr:clientData/></xdr:twoCellAnchor>`;
  const box = `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="Box"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr><xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr><xdr:txBody><a:bodyPr/>${drawn('Text box')}</xdr:txBody></xdr:sp>`;
  const chart = `<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="3" name="Chart"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>${chartFrame('r1')}</xdr:graphicFrame>`;
  return packOffice(
    'xl/workbook.xml',
    'spreadsheetml',
    {
      'xl/workbook.xml': `<workbook ${SHEET}><sheets><sheet name="Menu" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relate([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
      ]),
      'xl/sharedStrings.xml': `<sst ${SHEET}><si><t>Soup &amp; bread</t></si><si><t>Not used</t></si><si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>Column</t></si></sst>`,
      'xl/worksheets/sheet1.xml': `<worksheet ${SHEET}><sheetData><row r="1">${cells}</row></sheetData><drawing r:id="r1"/><tableParts count="1"><tablePart r:id="r2"/></tableParts></worksheet>`,
      'xl/worksheets/_rels/sheet1.xml.rels': relate([
        ['drawing', '../drawings/drawing1.xml'],
        ['table', '../tables/table1.xml'],
      ]),
      'xl/tables/table1.xml': `<table ${SHEET} id="1" name="T" displayName="T" ref="A1:A3"><tableColumns count="1"><tableColumn id="1" name="Column"/></tableColumns></table>`,
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="${OFFICE}/drawingml/2006/spreadsheetDrawing" ${DRAWING}>${anchor(box)}${anchor(chart)}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relate([['chart', '../charts/chart1.xml']]),
      'xl/charts/chart1.xml': CHART,
    },
    {
      'xl/workbook.xml': 'sheet.main',
      'xl/worksheets/sheet1.xml': 'worksheet',
      'xl/sharedStrings.xml': 'sharedStrings',
      'xl/tables/table1.xml': 'table',
      'xl/drawings/drawing1.xml': 'drawing',
      'xl/charts/chart1.xml': CHART_TYPE,
    },
  );
}

/** What a reader sees in the presentation: on the slide, in the notes of the slide, and in the chart. */
export const SLIDE_TEXTS = ['Title', 'First line\nsecond line', 'Notes', 'Chart title'];

export function makePresentation(): Uint8Array<ArrayBuffer> {
  const shape = (id: number, type: string, paragraphs: string) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s${id}"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}" idx="${id}"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="500000" y="${id * 900000}"/><a:ext cx="6000000" cy="800000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;
  const tree = (shapes: string) =>
    `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;
  const chart = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="Chart"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="500000" y="4000000"/><a:ext cx="4000000" cy="2000000"/></p:xfrm>${chartFrame('r3')}</p:graphicFrame>`;
  const broken = '<a:p><a:r><a:t>First line</a:t></a:r><a:br/><a:r><a:t>second line</a:t></a:r></a:p>';
  const number = '<a:p><a:fld id="{0}" type="slidenum"><a:t>1</a:t></a:fld></a:p>';
  const slide = shape(2, 'title', drawn('Title')) + shape(3, 'body', broken) + shape(4, 'sldNum', number);
  const map =
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';
  return packOffice(
    'ppt/presentation.xml',
    'presentationml',
    {
      'ppt/presentation.xml': `<p:presentation ${SLIDE}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="r1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="r2"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relate([
        ['slideMaster', 'slideMasters/slideMaster1.xml'],
        ['slide', 'slides/slide1.xml'],
      ]),
      'ppt/slideMasters/slideMaster1.xml': `<p:sldMaster ${SLIDE}>${tree(shape(2, 'title', drawn('Click to edit')))}${map}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="r1"/></p:sldLayoutIdLst></p:sldMaster>`,
      'ppt/slideMasters/_rels/slideMaster1.xml.rels': relate([
        ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ]),
      'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${SLIDE}>${tree('')}</p:sldLayout>`,
      'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relate([
        ['slideMaster', '../slideMasters/slideMaster1.xml'],
      ]),
      'ppt/slides/slide1.xml': `<p:sld ${SLIDE}>${tree(slide + chart)}</p:sld>`,
      'ppt/slides/_rels/slide1.xml.rels': relate([
        ['slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['notesSlide', '../notesSlides/notesSlide1.xml'],
        ['chart', '../charts/chart1.xml'],
      ]),
      'ppt/notesSlides/notesSlide1.xml': `<p:notes ${SLIDE}>${tree(shape(2, 'body', drawn('Notes')))}</p:notes>`,
      'ppt/notesSlides/_rels/notesSlide1.xml.rels': relate([['slide', '../slides/slide1.xml']]),
      'ppt/charts/chart1.xml': CHART,
    },
    {
      'ppt/presentation.xml': 'presentation.main',
      'ppt/slideMasters/slideMaster1.xml': 'slideMaster',
      'ppt/slideLayouts/slideLayout1.xml': 'slideLayout',
      'ppt/slides/slide1.xml': 'slide',
      'ppt/notesSlides/notesSlide1.xml': 'notesSlide',
      'ppt/charts/chart1.xml': CHART_TYPE,
    },
  );
}
