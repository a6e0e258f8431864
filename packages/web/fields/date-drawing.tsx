import { DateInput, DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { dayOf, formatDay } from '../format.ts';
import type { FieldInputProps } from './field-props.ts';
import { sharedProps } from './shared-props.tsx';

dayjs.extend(customParseFormat);

const TYPED = ['DD-MM-YYYY', 'D-M-YYYY', 'DD/MM/YYYY', 'D/M/YYYY', 'DD.MM.YYYY', 'DDMMYYYY', 'YYYY-MM-DD'];

function parseDay(typed: string): string | null {
  const day = dayjs(typed.trim(), TYPED, true);
  return day.isValid() ? day.format('YYYY-MM-DD') : null;
}

// India has no daylight-saving time: the offset is a constant, whatever zone the browser sits in.
const OFFSET = '+05:30';

const localOf = (instant: string): string => {
  const day = dayOf(instant);
  if (!day) return instant;
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant));
  return `${day} ${time}:00`;
};

/** The calendar widgets, in their own chunk. */
export function DateDrawing(props: FieldInputProps) {
  const limits = {
    ...(props.earliest ? { minDate: props.earliest } : {}),
    ...(props.latest ? { maxDate: props.latest } : {}),
  };
  const text = typeof props.value === 'string' && props.value !== '' ? props.value : null;
  if (props.kind === 'dateTime')
    return (
      <DateTimePicker
        {...sharedProps(props)}
        {...limits}
        placeholder={props.placeholder ?? 'DD-MM-YYYY hh:mm'}
        value={text === null ? null : localOf(text)}
        onChange={(value) =>
          props.onChange(value === null ? null : `${value.replace(' ', 'T').slice(0, 19)}${OFFSET}`)
        }
        valueFormat="DD-MM-YYYY hh:mm A"
        timePickerProps={{ format: '12h', withDropdown: true }}
        clearable={props.optional ?? false}
        firstDayOfWeek={1}
      />
    );
  return (
    <DateInput
      {...sharedProps(props)}
      {...limits}
      placeholder={props.placeholder ?? 'DD-MM-YYYY'}
      value={text}
      onChange={(value) => props.onChange(value)}
      valueFormat={(value) => formatDay(value)}
      dateParser={parseDay}
      clearable={props.optional ?? false}
      firstDayOfWeek={1}
    />
  );
}
