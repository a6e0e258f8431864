// pdfmake 0.3 carries no types; this is the part that pdf.ts uses.
declare module 'pdfmake' {
  export interface PdfDefinition {
    [option: string]: unknown;
    content: unknown;
  }
  const pdfmake: {
    setFonts(
      fonts: Record<string, { normal: string; bold: string; italics: string; bolditalics: string }>,
    ): void;
    setUrlAccessPolicy(allowed: (url: string) => boolean): void;
    setLocalAccessPolicy(allowed: (path: string) => boolean): void;
    createPdf(definition: PdfDefinition): { getBuffer(): Promise<Buffer> };
  };
  // biome-ignore lint/style/noDefaultExport: that is how the library exports itself
  export default pdfmake;
}
