import { Document, HeadingLevel, Packer, Paragraph } from 'docx';

/** A Word document as a person would have one lying around. */
export async function writeHandbook(): Promise<File> {
  const children = [
    new Paragraph({ text: 'Handbook', heading: HeadingLevel.HEADING_1 }),
    new Paragraph('Every parcel has a number.'),
    new Paragraph('Keep the number until the parcel has arrived.'),
  ];
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  return new File([new Uint8Array(bytes)], 'handbook.docx');
}
