import type { Field } from '@aangan/contract/fields.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import type { ReactNode } from 'react';
import { FieldValue } from '../fields/field-value.tsx';
import type { Column } from '../table/column.tsx';

export type Row = Readonly<Record<string, unknown>> & {
  id: string | number;
  version: number;
  can: Readonly<Record<string, boolean>>;
};
export type Cells = Readonly<Record<string, (row: Row) => ReactNode>>;

const RIGHT: ReadonlySet<string> = new Set(['money', 'integer', 'decimal', 'percent']);
const WIDTH: Readonly<Record<string, number>> = {
  money: 140,
  date: 120,
  dateTime: 170,
  time: 90,
  boolean: 90,
  percent: 90,
  phone: 170,
};

/** Side and width of a column, by the kind of its field. */
export const columnShape = ({
  kind,
}: Pick<Field, 'kind'>): { align: 'start' | 'end'; width?: number | undefined } => ({
  align: RIGHT.has(kind) ? 'end' : 'start',
  width: WIDTH[kind],
});

/** Columns of a record: those of its list first, every other field to choose. */
export function columnsOf(record: AnyRecord, cells: Cells = {}): Column<Row>[] {
  const fields = record.fields as Readonly<Record<string, Field>>;
  const shown = record.list.columns as readonly string[];
  const names = [...shown, ...Object.keys(fields).filter((name) => !shown.includes(name))];
  return names.flatMap((name) => {
    const field = fields[name];
    if (!field) return [];
    const own = cells[name];
    const column: Column<Row> = {
      id: name,
      label: field.label,
      // Nothing is plain text: a card leaves such a line out.
      cell:
        own ??
        ((row) =>
          row[name] == null ? '–' : <FieldValue field={field} name={name} row={row} record={record.name} />),
      sort: field.kind === 'file' || field.kind === 'longText' || field.kind === 'choices' ? undefined : name,
      ...columnShape(field),
      hidden: !shown.includes(name),
      card: name === 'status' ? 'state' : undefined,
    };
    return [column];
  });
}

/** How a row is called: its label field. */
export const nameOf = (record: AnyRecord, row: Readonly<Record<string, unknown>>): string => {
  const name = String(record.label);
  const label = row[`${name.replace(/Id$/, '')}Label`] ?? row[name];
  return label === null || label === undefined || label === '' ? record.title : String(label);
};
