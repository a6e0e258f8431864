// What only the person knows: in which order dates stand, and what a word of the file means.
import type { FileImport, ImportJob } from '@aangan/contract/file-import.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../format.ts';
import { Section } from '../ui/section.tsx';
import classes from './import.module.css';

export interface MappedValue {
  column: string;
  from: string;
  to: string;
}

interface QuestionProps {
  of: FileImport;
  job: ImportJob;
  running: boolean;
}

export function DateQuestions({
  of,
  job,
  running,
  onAnswer,
}: QuestionProps & { onAnswer: (monthFirst: Record<string, boolean>) => void }) {
  return (
    <Section
      title="Dates"
      help="Day and month cannot be told apart in this file. Nothing is saved before you choose."
    >
      <Stack gap="md">
        {job.dateQuestions.map(({ column, cell, dayFirst, monthFirst }) => (
          <Stack key={column} gap="xs">
            <Text>
              {of.columns[column]?.field.label ?? column}: the file says <b>{cell}</b>. Which day is this?
            </Text>
            <Group gap="sm">
              <Button variant="default" loading={running} onClick={() => onAnswer({ [column]: false })}>
                {formatDate(dayFirst)} (day first)
              </Button>
              <Button variant="default" loading={running} onClick={() => onAnswer({ [column]: true })}>
                {formatDate(monthFirst)} (month first)
              </Button>
            </Group>
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}

const keyOf = ({ column, value }: { column: string; value: string }): string => `${column} ${value}`;

export function UnknownValues({
  of,
  job,
  running,
  onAnswer,
}: QuestionProps & { onAnswer: (values: MappedValue[]) => void }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const values = job.unknownValues.flatMap((one): MappedValue[] => {
    const to = chosen[keyOf(one)];
    return to ? [{ column: one.column, from: one.value, to }] : [];
  });
  return (
    <Section
      title="Unknown values"
      help="Choose what each means. It is remembered for your next file. Without a choice these rows keep their fault."
    >
      <Stack gap="md">
        <ul className={classes.list}>
          {job.unknownValues.map((one) => (
            <li key={keyOf(one)}>
              <div className={classes.what}>
                <Text fw={600}>{one.value}</Text>
                <Text className="quiet">
                  {of.columns[one.column]?.field.label ?? one.column} ·{' '}
                  {one.rows === 1 ? '1 row' : `${formatCount(one.rows)} rows`}
                </Text>
              </div>
              <Select
                aria-label={`${one.value} means`}
                placeholder="Choose an entry"
                data={[...new Set(one.options)]}
                value={chosen[keyOf(one)] ?? null}
                onChange={(to) => setChosen({ ...chosen, [keyOf(one)]: to ?? '' })}
                searchable
                clearable
                className={classes.choice}
              />
            </li>
          ))}
        </ul>
        <Group>
          <Button
            variant="default"
            disabled={values.length === 0}
            loading={running}
            onClick={() => onAnswer(values)}
          >
            Use these values
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
