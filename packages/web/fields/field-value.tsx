import { type Field, labelKeyOf } from '@aangan/contract/fields.ts';
import type { ReactNode } from 'react';
import { openFile } from '../api/open-file.ts';
import { formatClock, formatCount, formatPercent } from '../format.ts';
import { notice } from '../ui/notices.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import { DateText, EmailText, InstantText, Money, PhoneText } from '../ui/values.tsx';

const NONE = <span className="quiet">–</span>;

/** Draws a field of a row as its kind reads: money right, dates DD-MM-YYYY, phones dial, references by their label. */
export function FieldValue({
  field,
  name,
  row,
  record,
}: {
  field: Field;
  name: string;
  row: Readonly<Record<string, unknown>>;
  record: string;
}): ReactNode {
  const value = row[name];
  if (value === null || value === undefined || value === '') return NONE;
  switch (field.kind) {
    case 'money':
      return <Money paise={Number(value)} />;
    case 'percent':
      return <span className="figures">{formatPercent(Number(value))}</span>;
    case 'integer':
    case 'decimal':
      return <span className="figures">{formatCount(Number(value))}</span>;
    case 'date':
      return <DateText day={String(value)} />;
    case 'dateTime':
      return <InstantText at={String(value)} />;
    case 'time':
      return <span className="figures">{formatClock(String(value))}</span>;
    case 'boolean':
      return value === true ? 'Yes' : 'No';
    case 'choice':
      return name === 'status' ? (
        <StatusTag area={record} state={String(value)} label={labelOf(field, value)} />
      ) : (
        labelOf(field, value)
      );
    case 'choices':
      return Array.isArray(value) && value.length > 0
        ? value.map((one) => labelOf(field, one)).join(', ')
        : NONE;
    case 'reference': {
      const label = row[labelKeyOf(name)];
      return typeof label === 'string' ? label : String(value);
    }
    case 'email':
      return <EmailText email={String(value)} />;
    case 'phone':
      return <PhoneText phone={String(value)} />;
    case 'file':
      return <FileLink fileId={String(value)} />;
    case 'longText':
      return <span style={{ whiteSpace: 'pre-wrap' }}>{String(value)}</span>;
    default:
      return String(value);
  }
}

/** The label of an option; a value that left the list reads as itself. */
export const labelOf = (field: Pick<Field, 'options'>, value: unknown): string =>
  field.options?.find((option) => option.value === value)?.label ?? String(value);

/** Opens an uploaded file in a new tab. */
export function FileLink({ fileId, label = 'Open file' }: { fileId: string; label?: string }) {
  return (
    <button
      type="button"
      className="link-button"
      onClick={(event) => {
        event.stopPropagation();
        void openFile(fileId).catch((error: unknown) => notice.error(error));
      }}
    >
      {label}
    </button>
  );
}
