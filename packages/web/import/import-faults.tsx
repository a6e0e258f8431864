// The faulty cells of a checked file, to be corrected in place.
import type { FileImport, ImportJob } from '@aangan/contract/file-import.ts';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useQuery } from '../api/use-query.ts';
import { formatCount } from '../format.ts';
import { useText } from '../text/text.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { Section } from '../ui/section.tsx';
import classes from './import.module.css';
import { importWords } from './import-words.ts';

export interface CorrectedCell {
  row: number;
  column: string;
  value: string;
}

interface ImportFaultsProps {
  of: FileImport;
  job: ImportJob;
  running: boolean;
  onCorrect: (cells: CorrectedCell[]) => void;
  onDownload: () => void;
}

const SHOWN_ROWS = 100;

export function ImportFaults({ of, job, running, onCorrect, onDownload }: ImportFaultsProps) {
  const t = useText(importWords);
  const query = useQuery(of.endpoints.rows, { jobId: job.jobId, limit: SHOWN_ROWS }, { fresh: 0 });
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const faults = (query.data?.rows ?? []).flatMap(({ row, faults }) =>
    faults.map((fault) => ({ ...fault, row, key: `${row} ${fault.column}` })),
  );
  const cells = faults.flatMap(({ key, row, column, value }): CorrectedCell[] => {
    const now = typed[key];
    return now === undefined || now === value ? [] : [{ row, column, value: now }];
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (cells.length > 0 && !running) onCorrect(cells);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Section
        title={job.bad === 1 ? t('faults.one') : t('faults.many', { n: formatCount(job.bad) })}
        help={t('faults.help')}
        actions={
          <Group gap="sm">
            <Button variant="default" onClick={onDownload}>
              {t('faults.download')}
            </Button>
            <Button type="submit" variant="default" disabled={cells.length === 0} loading={running}>
              {cells.length > 0 ? t('faults.againWith', { n: formatCount(cells.length) }) : t('faults.again')}
            </Button>
          </Group>
        }
      >
        <QueryState query={query}>
          {() => (
            <ul className={classes.list}>
              {faults.map(({ key, row, column, value, text }) => {
                const label = of.columns[column]?.field.label ?? column;
                return (
                  <li key={key}>
                    <Text className={classes.what}>
                      <span className="quiet figures">{t('faults.row', { row })}</span> {label}
                    </Text>
                    <TextInput
                      aria-label={t('faults.cell', { label, row })}
                      value={typed[key] ?? value}
                      error={text}
                      maxLength={1000}
                      className={classes.cell}
                      onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
                    />
                  </li>
                );
              })}
            </ul>
          )}
        </QueryState>
        {job.bad > SHOWN_ROWS && <Text mt="md">{t('faults.first', { n: SHOWN_ROWS })}</Text>}
      </Section>
    </form>
  );
}
