/// <reference path="./pdfmake.d.ts" />
// Documents: a few pieces that every receipt, letter and list is made of, in one house style. Fonts are embedded (Mukta:
// rupee sign and shaped Devanagari). Nothing is fetched and no file but the fonts is read while a document is made.
import path from 'node:path';
import { formatInr } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import type pdfmake from 'pdfmake';
import { FONT_FOLDER, houseFont } from './house-font.ts';

// With the first document: to load it takes a tenth of the time that the whole server needs.
let loaded: Promise<typeof pdfmake> | undefined;

async function load(): Promise<typeof pdfmake> {
  const { default: maker } = await import('pdfmake');
  const { regular, semiBold } = houseFont;
  maker.setFonts({ Mukta: { normal: regular, bold: semiBold, italics: regular, bolditalics: semiBold } });
  maker.setUrlAccessPolicy(() => false);
  maker.setLocalAccessPolicy((file) => path.resolve(file).startsWith(FONT_FOLDER));
  return maker;
}

const INK = '#1f2330';
const QUIET = '#565b6e';
const LINE = '#d9dbe8';
const TINT = '#f3f3ff';
const BRAND = '#4b4bd6';

/** One piece of a document; made by the functions below, never by hand. */
export interface Piece {
  readonly [option: string]: unknown;
}

export interface PdfDocument {
  title: string;
  content: readonly Piece[];
  landscape?: boolean;
  /** Repeated at the top of pages 2 and on. */
  header?: string;
  /** Left of the page number. */
  footer?: string;
  /** Across each page: DUPLICATE, CANCELLED, SPECIMEN. */
  watermark?: string;
  /** A poster or sheet of labels: narrow margins, no page number. */
  bare?: boolean;
}

/** Makes the PDF (A4). Throws only on a bug in the content. */
export async function renderPdf(document: PdfDocument): Promise<Buffer> {
  loaded ??= load();
  const maker = await loaded;
  const { title, content, header, footer, watermark, bare = false } = document;
  return maker
    .createPdf({
      info: { title, creator: 'Aangan', producer: 'Aangan' },
      pageSize: 'A4',
      pageOrientation: document.landscape ? 'landscape' : 'portrait',
      pageMargins: bare ? [28, 28, 28, 28] : [40, 44, 40, 52],
      defaultStyle: { font: 'Mukta', fontSize: 10, lineHeight: 1.15, color: INK },
      ...(header
        ? {
            header: (page: number) =>
              page > 1 ? { text: header, fontSize: 8, color: QUIET, margin: [40, 18, 40, 0] } : null,
          }
        : {}),
      ...(bare
        ? {}
        : {
            footer: (page: number, pages: number) => ({
              margin: [40, 14, 40, 0],
              fontSize: 8,
              color: QUIET,
              columns: [
                { text: footer ?? '', width: '*' },
                { text: `Page ${page} of ${pages}`, width: 'auto', alignment: 'right' },
              ],
            }),
          }),
      ...(watermark
        ? { watermark: { text: watermark, color: QUIET, opacity: 0.12, bold: true, angle: -40 } }
        : {}),
      content: content.map((piece) => ({ ...piece })),
    })
    .getBuffer();
}

/** A data address of a PNG or JPEG, for logos and pictures. */
export const pictureOf = (bytes: Buffer, mime: 'image/png' | 'image/jpeg'): string =>
  `data:${mime};base64,${bytes.toString('base64')}`;

export interface Letterhead {
  name: string;
  /** Address, phone, GSTIN: one line each. */
  lines: readonly string[];
  /** From `pictureOf`. */
  logo?: string;
  /** Document kind or number at the right edge. */
  right?: string;
}

/** Who writes: name and address at the left, the document's number at the right, a line below. */
export function letterhead({ name, lines, logo, right }: Letterhead): Piece {
  const sender = [
    { text: name, fontSize: 16, bold: true, color: BRAND, lineHeight: 1 },
    ...lines.map((text) => ({ text, fontSize: 9, color: QUIET })),
  ];
  return {
    stack: [
      {
        columns: [
          ...(logo ? [{ image: logo, fit: [56, 56], width: 64 }] : []),
          { stack: sender, width: '*' },
          ...(right ? [{ text: right, width: 'auto', alignment: 'right', bold: true, fontSize: 11 }] : []),
        ],
        columnGap: 12,
      },
      { canvas: [{ type: 'line', x1: 0, y1: 8, x2: 515, y2: 8, lineWidth: 1, lineColor: BRAND }] },
    ],
    margin: [0, 0, 0, 12],
  };
}

/** `level` 1 for the document's own title, 2 for a part of it. */
export const heading = (text: string, level: 1 | 2 = 1): Piece =>
  level === 1
    ? { text, fontSize: 15, bold: true, margin: [0, 4, 0, 8] }
    : { text, fontSize: 11.5, bold: true, color: BRAND, margin: [0, 10, 0, 4], headlineLevel: 2 };

export const paragraph = (
  text: string,
  options: { quiet?: boolean; bold?: boolean; align?: 'left' | 'center' | 'right' } = {},
): Piece => ({
  text,
  margin: [0, 0, 0, 8],
  ...(options.quiet ? { color: QUIET, fontSize: 9 } : {}),
  ...(options.bold ? { bold: true } : {}),
  ...(options.align ? { alignment: options.align } : {}),
});

/** Bulleted lines. */
export const bullets = (lines: readonly string[]): Piece => ({ ul: [...lines], margin: [0, 0, 0, 8] });

/** Labels with their values, in 1 to 3 columns. An empty value shows a dash. */
export function facts(
  items: readonly (readonly [label: string, value: string | null | undefined])[],
  across: 1 | 2 | 3 = 1,
): Piece {
  const cells = items.map(([label, value]) => ({
    stack: [{ text: label, fontSize: 8, color: QUIET, lineHeight: 1 }, { text: value?.trim() ? value : '–' }],
    margin: [0, 0, 8, 6],
  }));
  const rows: unknown[][] = [];
  for (let i = 0; i < cells.length; i += across)
    rows.push(Array.from({ length: across }, (_, k) => cells[i + k] ?? ''));
  return {
    table: { widths: Array(across).fill('*'), body: rows.length ? rows : [Array(across).fill('')] },
    layout: 'noBorders',
    margin: [0, 0, 0, 6],
  };
}

export interface TableColumn {
  label: string;
  /** Points, or a share of the rest (`'*'`, the default), or as wide as its content (`'auto'`). */
  width?: number | '*' | 'auto';
  align?: 'left' | 'right' | 'center';
}

export interface TablePiece {
  columns: readonly TableColumn[];
  rows: readonly (readonly string[])[];
  /** Bold last row. */
  total?: readonly string[];
  /** Text of a table without rows. */
  empty?: string;
  /** 8 points instead of 9, for wide tables. */
  small?: boolean;
}

/** A table; its head is repeated on every page and no row is cut in two. */
export function table({ columns: list, rows, total, empty, small }: TablePiece): Piece {
  const align = (i: number) => list[i]?.align ?? 'left';
  const cells = (row: readonly string[], more: object = {}) =>
    list.map((_, i) => ({ text: row[i] ?? '', alignment: align(i), ...more }));
  const head = list.map((column, i) => ({
    text: column.label,
    bold: true,
    fontSize: small ? 8 : 9,
    alignment: align(i),
    fillColor: TINT,
  }));
  const none = [
    { text: empty ?? 'No entries.', colSpan: list.length, color: QUIET },
    ...list.slice(1).map(() => ''),
  ];
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: list.map((column) => column.width ?? '*'),
      body: [
        head,
        ...(rows.length ? rows.map((row) => cells(row)) : [none]),
        ...(total ? [cells(total, { bold: true, fillColor: TINT })] : []),
      ],
    },
    layout: {
      hLineWidth: (i: number, node: { table: { body: unknown[] } }) =>
        i === 0 || i === node.table.body.length || i === 1 ? 0.8 : 0.4,
      vLineWidth: () => 0,
      hLineColor: () => LINE,
      paddingTop: () => 4,
      paddingBottom: () => 3,
      paddingLeft: () => 6,
      paddingRight: () => 6,
    },
    fontSize: small ? 8 : 9.5,
    margin: [0, 0, 0, 10],
  };
}

/** A QR code of a text or address, with words below it. `size` in points. */
export const qr = (text: string, options: { size?: number; caption?: string } = {}): Piece => ({
  stack: [
    { qr: text, fit: options.size ?? 90, eccLevel: 'M', foreground: INK },
    ...(options.caption ? [{ text: options.caption, fontSize: 8, color: QUIET, margin: [0, 4, 0, 0] }] : []),
  ],
  unbreakable: true,
});

/** Words for a wall, centred; `size` in points, `gap` below. */
export const poster = (
  text: string,
  {
    size,
    bold = false,
    brand = false,
    quiet = false,
    gap = 8,
  }: { size: number; bold?: boolean; brand?: boolean; quiet?: boolean; gap?: number },
): Piece => ({
  text,
  fontSize: size,
  bold,
  alignment: 'center',
  lineHeight: 1,
  margin: [0, 0, 0, gap],
  ...(brand ? { color: BRAND } : quiet ? { color: QUIET } : {}),
});

/**
 * A QR code in the middle, drawn from its modules (true = dark), with a white quiet zone of four modules around. `size`
 * of the code itself in points, to the fraction: `qr` above only takes whole points a module.
 */
export function bigQr(modules: readonly (readonly boolean[])[], size: number): Piece {
  const side = size / modules.length;
  const quiet = 4 * side;
  const ground = { type: 'rect', x: 0, y: 0, w: size + 2 * quiet, h: size + 2 * quiet, color: '#ffffff' };
  const dark = modules.flatMap((row, r) =>
    row.flatMap((on, c) =>
      on ? [{ type: 'rect', x: quiet + c * side, y: quiet + r * side, w: side, h: side, color: INK }] : [],
    ),
  );
  return { canvas: [ground, ...dark], alignment: 'center' };
}

/** Equal fields on a sheet to cut along hairlines; `height` of a field in points. */
export const labels = (cells: readonly (readonly Piece[])[], across: number, height: number): Piece => ({
  table: {
    widths: Array(across).fill('*'),
    heights: height,
    dontBreakRows: true,
    body: Array.from({ length: Math.ceil(cells.length / across) }, (_, row) =>
      Array.from({ length: across }, (_, column) => ({
        stack: (cells[row * across + column] ?? []).map((piece) => ({ ...piece })),
      })),
    ),
  },
  layout: {
    hLineWidth: () => 0.4,
    vLineWidth: () => 0.4,
    hLineColor: () => LINE,
    vLineColor: () => LINE,
    paddingTop: () => 6,
    paddingBottom: () => 2,
  },
});

/** Pieces side by side, of equal width. */
export const columns = (pieces: readonly Piece[], gap = 16): Piece => ({
  columns: pieces.map((piece) => ({ ...piece, width: '*' })),
  columnGap: gap,
  margin: [0, 8, 0, 8],
});

/** A line to sign on. */
export const signature = (label: string): Piece => ({
  stack: [
    { text: ' ', fontSize: 28 },
    { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 150, y2: 0, lineWidth: 0.6, lineColor: INK }] },
    { text: label, fontSize: 9, color: QUIET, margin: [0, 3, 0, 0] },
  ],
  unbreakable: true,
});

/** A picture (from `pictureOf`) inside a box of points. */
export const picture = (image: string, box: { width: number; height: number }): Piece => ({
  image,
  fit: [box.width, box.height],
  margin: [0, 0, 0, 8],
});

export const pageBreak = (): Piece => ({ text: '', pageBreak: 'after' });

/** '₹1,23,456.70' of integer paise. */
export const moneyText = (amount: number): string => formatInr(paise(amount));
