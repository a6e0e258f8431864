// What only the person knows: in which order dates stand, and what a word of the file means.
import type { FileImport, ImportJob } from '@aangan/contract/file-import.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../format.ts';
import { useText } from '../text/text.tsx';
import { Section } from '../ui/section.tsx';
import classes from './import.module.css';
import { importWords } from './import-words.ts';

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
  const t = useText(importWords);
  return (
    <Section title={t('dates.title')} help={t('dates.help')}>
      <Stack gap="md">
        {job.dateQuestions.map(({ column, cell, dayFirst, monthFirst }) => (
          <Stack key={column} gap="xs">
            <Text>{t('dates.which', { column: of.columns[column]?.field.label ?? column, cell })}</Text>
            <Group gap="sm">
              <Button variant="default" loading={running} onClick={() => onAnswer({ [column]: false })}>
                {t('dates.dayFirst', { day: formatDate(dayFirst) })}
              </Button>
              <Button variant="default" loading={running} onClick={() => onAnswer({ [column]: true })}>
                {t('dates.monthFirst', { day: formatDate(monthFirst) })}
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
  const t = useText(importWords);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const values = job.unknownValues.flatMap((one): MappedValue[] => {
    const to = chosen[keyOf(one)];
    return to ? [{ column: one.column, from: one.value, to }] : [];
  });
  return (
    <Section title={t('values.title')} help={t('values.help')}>
      <Stack gap="md">
        <ul className={classes.list}>
          {job.unknownValues.map((one) => (
            <li key={keyOf(one)}>
              <div className={classes.what}>
                <Text fw={600}>{one.value}</Text>
                <Text className="quiet">
                  {of.columns[one.column]?.field.label ?? one.column} ·{' '}
                  {one.rows === 1 ? t('rows.one') : t('rows.many', { n: formatCount(one.rows) })}
                </Text>
              </div>
              <Select
                aria-label={t('values.means', { value: one.value })}
                placeholder={t('values.choose')}
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
            {t('values.use')}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
