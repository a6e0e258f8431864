import { WEEKDAYS, type Weekday } from '@aangan/contract/weekday.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Checkbox, Group, Select, SimpleGrid, TextInput } from '@mantine/core';
import { type CalendarDayKind, calendarDayKinds, type SaturdayRule, saturdayRules } from './day-kind.ts';

/** What is changed beside the days. */
export interface Head {
  name: string;
  weekOff: Exclude<Weekday, 'SAT'>[];
  saturdays: SaturdayRule;
}

/** What the days that are picked next become. */
export interface Brush {
  kind: CalendarDayKind;
  title: string;
  classIds: number[];
  staffWorks: boolean;
}

/** Tints that text stays readable on, light and dark. */
export const dayColours: Readonly<Record<string, string>> = {
  OFF: 'var(--mantine-color-default-hover)',
  HOLIDAY: 'var(--mantine-color-red-light)',
  VACATION: 'var(--mantine-color-orange-light)',
  CLOSED_UNPLANNED: 'var(--mantine-color-grape-light)',
  HALF_DAY: 'var(--mantine-color-yellow-light)',
  WORKING_OFF_DAY: 'var(--mantine-color-teal-light)',
  EVENT: 'var(--mantine-color-blue-light)',
};

const weekdays = WEEKDAYS.filter((day) => day !== 'SAT').map((value) => ({
  value,
  label: value.charAt(0) + value.slice(1).toLowerCase(),
}));

export function CalendarRulesForm({ head, onChange }: { head: Head; onChange: (head: Head) => void }) {
  return (
    <Section title="Week">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput
          label="Name"
          maxLength={60}
          value={head.name}
          onChange={(event) => onChange({ ...head, name: event.currentTarget.value })}
        />
        <FieldInput
          kind="choices"
          name="weekOff"
          label="Weekly days off"
          options={weekdays}
          value={head.weekOff}
          // The choices are the weekdays above.
          onChange={(value) => onChange({ ...head, weekOff: value as Head['weekOff'] })}
        />
        <Select
          label="Saturdays"
          data={Object.entries(saturdayRules).map(([value, label]) => ({ value, label }))}
          value={head.saturdays}
          allowDeselect={false}
          onChange={(value) => value && onChange({ ...head, saturdays: value as SaturdayRule })}
        />
      </SimpleGrid>
    </Section>
  );
}

export function DayBrush({ brush, onChange }: { brush: Brush; onChange: (brush: Brush) => void }) {
  return (
    <Section
      title="Mark days"
      help="Choose what the days are, then click a day or drag over several. Click again to take it away."
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Select
          label="Kind of day"
          data={Object.entries(calendarDayKinds).map(([value, label]) => ({ value, label }))}
          value={brush.kind}
          allowDeselect={false}
          onChange={(value) => value && onChange({ ...brush, kind: value as CalendarDayKind })}
          leftSection={<Swatch kind={brush.kind} />}
        />
        <TextInput
          label="Title"
          placeholder={calendarDayKinds[brush.kind]}
          maxLength={80}
          value={brush.title}
          onChange={(event) => onChange({ ...brush, title: event.currentTarget.value })}
        />
        <FieldInput
          kind="references"
          to="class"
          name="classIds"
          label="Only these classes"
          placeholder="All classes"
          optional
          most={40}
          value={brush.classIds}
          // The classes have numbers.
          onChange={(value) => onChange({ ...brush, classIds: value as number[] })}
        />
      </SimpleGrid>
      <Group mt="sm">
        <Checkbox
          label="Staff works on these days"
          checked={brush.staffWorks}
          onChange={(event) => onChange({ ...brush, staffWorks: event.currentTarget.checked })}
        />
      </Group>
    </Section>
  );
}

export const Swatch = ({ kind }: { kind: string }) => (
  <span
    aria-hidden="true"
    style={{
      display: 'inline-block',
      width: 12,
      height: 12,
      borderRadius: 3,
      background: dayColours[kind],
      border: '1px solid var(--a-line)',
    }}
  />
);
