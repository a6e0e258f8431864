// The faulty cells of a checked file, to be corrected in place.
import type { FileImport, ImportJob } from '@aangan/contract/file-import.ts';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useQuery } from '../api/use-query.ts';
import { formatCount } from '../format.ts';
import { QueryState } from '../ui/query-state.tsx';
import { Section } from '../ui/section.tsx';
import classes from './import.module.css';

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
        title={job.bad === 1 ? '1 row with faults' : `${formatCount(job.bad)} rows with faults`}
        help="Nothing has been saved yet. Correct the cells here and check again, or download these rows with what to correct in a last column."
        actions={
          <Group gap="sm">
            <Button variant="default" onClick={onDownload}>
              Download the faulty rows
            </Button>
            <Button type="submit" variant="default" disabled={cells.length === 0} loading={running}>
              {cells.length > 0 ? `Check again with ${formatCount(cells.length)} corrected` : 'Check again'}
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
                      <span className="quiet figures">Row {row}</span> {label}
                    </Text>
                    <TextInput
                      aria-label={`${label} of row ${row}`}
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
        {job.bad > SHOWN_ROWS && (
          <Text mt="md">The first {SHOWN_ROWS} rows are shown; the download has all rows with faults.</Text>
        )}
      </Section>
    </form>
  );
}
