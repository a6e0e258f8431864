// What each heading of the file is taken for. Most files never stop here.
import type { FileImport, ImportJob } from '@aangan/contract/file-import.ts';
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../text/text.tsx';
import { Section } from '../ui/section.tsx';
import classes from './import.module.css';
import { importWords } from './import-words.ts';

interface ImportColumnsProps {
  of: FileImport;
  job: ImportJob;
  running: boolean;
  onChosen: (columns: (string | null)[]) => void;
}

export function ImportColumns({ of, job, running, onChosen }: ImportColumnsProps) {
  const t = useText(importWords);
  const [columns, setColumns] = useState(job.headings.map((one) => one.column));
  const missing = Object.entries(of.columns).flatMap(([name, { field }]) =>
    field.optional || columns.includes(name) ? [] : [field.label],
  );
  const optionsFor = (own: string | null) =>
    Object.entries(of.columns).map(([name, { field }]) => ({
      value: name,
      label: field.label,
      disabled: name !== own && columns.includes(name),
    }));
  return (
    <Section title={t('step.columns')} help={t('columns.help')}>
      <Stack gap="md">
        <ul className={classes.list}>
          {job.headings.map(({ title, examples }, at) => (
            <li key={at}>
              <div className={classes.what}>
                <Text fw={600}>{title || t('columns.unnamed', { n: at + 1 })}</Text>
                <Text className="quiet" lineClamp={1}>
                  {examples.length > 0 ? examples.join(' · ') : t('columns.empty')}
                </Text>
              </div>
              <Select
                aria-label={t('columns.is', { name: title || t('columns.column', { n: at + 1 }) })}
                placeholder={t('columns.notRead')}
                data={optionsFor(columns[at] ?? null)}
                value={columns[at] ?? null}
                onChange={(value) => setColumns(columns.with(at, value))}
                searchable
                clearable
                className={classes.choice}
              />
            </li>
          ))}
        </ul>
        {missing.length > 0 && (
          <Alert color="warning" variant="light" role="status">
            {t('columns.missing', { names: missing.join(', ') })}
          </Alert>
        )}
        <Group>
          <Button onClick={() => onChosen(columns)} disabled={missing.length > 0} loading={running}>
            {t('columns.check')}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
