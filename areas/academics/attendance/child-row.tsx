import { formatClock } from '@aangan/web/format.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Button, Select, Text, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import type { RegisterRow } from './attendance.contract.ts';
import classes from './attendance.module.css';
import {
  type AbsenceReason,
  type AttendanceCode,
  absenceReasons,
  attendanceCodes,
  codeNames,
} from './attendance-codes.ts';

/** What is chosen for a child on the screen. */
export interface Marked {
  code: AttendanceCode;
  inAt: string | null;
  outAt: string | null;
  reason: AbsenceReason | null;
  note: string | null;
}

/** Present, unless something stands there: a mark, or leave that was announced. */
export const markedOf = (row: RegisterRow | null): Marked => ({
  code: row?.code ?? (row?.leave ? 'L' : 'P'),
  inAt: row?.inAt ?? null,
  outAt: row?.outAt ?? null,
  reason: row?.reason ?? null,
  note: row?.note ?? null,
});

const letters: Readonly<Record<AttendanceCode, string>> = {
  P: 'P',
  LATE: 'L',
  EARLY: 'E',
  HD: 'H',
  A: 'A',
  L: 'V',
};
export const codeColours: Readonly<Record<AttendanceCode, string>> = {
  P: 'success',
  LATE: 'warning',
  EARLY: 'warning',
  HD: 'info',
  A: 'danger',
  L: 'gray',
};

export const codeOfKey = (key: string): AttendanceCode | null =>
  codeNames.find((code) => letters[code] === key.toUpperCase()) ?? null;

interface ChildRowProps {
  row: RegisterRow;
  marked: Marked;
  mayMark: boolean;
  mark: (change: Partial<Marked>) => void;
}

/** A child with its six codes; the chosen one asks for the time or the reason. */
export function ChildRow({ row, marked, mayMark, mark }: ChildRowProps) {
  return (
    <fieldset
      className={classes.child}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the row takes the letter keys
      tabIndex={0}
      aria-label={row.name}
      data-child={row.enrolmentId}
    >
      <div className={classes.name}>
        <Anchor
          component={Link}
          to={`/attendance/report/${row.enrolmentId}`}
          c="inherit"
          fw={600}
          tabIndex={-1}
        >
          {row.name}
        </Anchor>
        <Text size="sm" c="dimmed" component="div">
          {row.rollNo === null ? 'No roll number' : `Roll ${row.rollNo}`}{' '}
          {row.leave && <Tag tone="info">{row.leave}</Tag>}{' '}
          {row.hasAllergy && <Tag tone="danger">Allergy</Tag>}
        </Text>
      </div>
      {mayMark ? (
        <div className={classes.codes}>
          {codeNames.map((code) => (
            <Button
              key={code}
              variant={marked.code === code ? 'filled' : 'default'}
              color={codeColours[code]}
              aria-pressed={marked.code === code}
              aria-label={attendanceCodes[code]}
              title={attendanceCodes[code]}
              px={0}
              w={46}
              tabIndex={-1}
              onClick={() => mark({ code })}
            >
              {letters[code]}
            </Button>
          ))}
        </div>
      ) : (
        <Stood row={row} />
      )}
      {mayMark && marked.code !== 'P' && <More marked={marked} mark={mark} />}
    </fieldset>
  );
}

const tones: Readonly<Record<AttendanceCode, 'success' | 'warning' | 'info' | 'danger' | 'neutral'>> = {
  P: 'success',
  LATE: 'warning',
  EARLY: 'warning',
  HD: 'info',
  A: 'danger',
  L: 'neutral',
};

/** What was marked, for whoever may only read it. */
function Stood({ row: { code, inAt, outAt, reason, note } }: { row: RegisterRow }) {
  const more = [
    inAt ? `came at ${formatClock(inAt)}` : null,
    outAt ? `left at ${formatClock(outAt)}` : null,
    reason ? absenceReasons[reason] : null,
    note,
  ].filter(Boolean);
  return (
    <div>
      <Tag tone={code ? tones[code] : 'neutral'}>{code ? attendanceCodes[code] : 'Not marked'}</Tag>
      {more.length > 0 && (
        <Text size="sm" c="dimmed">
          {more.join(' · ')}
        </Text>
      )}
    </div>
  );
}

/** "P present, L late, …": what the letters mean, which are the keys too. */
export const lettersText = codeNames
  .map((code) => `${letters[code]} ${attendanceCodes[code].toLowerCase()}`)
  .join(', ');

function More({ marked, mark }: Pick<ChildRowProps, 'marked' | 'mark'>) {
  const { code } = marked;
  const time = (name: 'inAt' | 'outAt', label: string) => (
    <TextInput
      type="time"
      label={label}
      value={marked[name] ?? ''}
      onChange={(event) => mark({ [name]: event.currentTarget.value || null })}
    />
  );
  return (
    <div className={classes.more}>
      {(code === 'LATE' || code === 'HD') && time('inAt', 'Came at')}
      {(code === 'EARLY' || code === 'HD') && time('outAt', 'Left at')}
      {(code === 'A' || code === 'L') && (
        <Select
          label="Reason"
          placeholder="Not known"
          data={Object.entries(absenceReasons).map(([value, label]) => ({ value, label }))}
          value={marked.reason}
          clearable
          onChange={(reason) => mark({ reason: reason as AbsenceReason | null })}
        />
      )}
      <TextInput
        label="Note"
        value={marked.note ?? ''}
        maxLength={200}
        onChange={(event) => mark({ note: event.currentTarget.value || null })}
      />
    </div>
  );
}
