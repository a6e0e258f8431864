// A checked file: how many rows are ready, what else the check found, and how they are to be saved.
import {
  chosenOptions,
  type FileImport,
  type ImportJob,
  type ImportMode,
  importModes,
} from '@aangan/contract/file-import.ts';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../format.ts';
import { useText } from '../text/text.tsx';
import { Section } from '../ui/section.tsx';
import { Tile, TileRow } from '../ui/tile.tsx';
import { importWords } from './import-words.ts';

interface HowToSave {
  mode?: ImportMode;
  options?: Record<string, string>;
}

interface CheckedProps {
  of: FileImport;
  job: ImportJob;
  preview: ReactNode;
  saving: boolean;
  onSave: (how: HowToSave) => void;
  onColumns: () => void;
  onAnew: () => void;
}

export function ImportChecked({ of, job, preview, saving, onSave, onColumns, onAnew }: CheckedProps) {
  const t = useText(importWords);
  const [mode, setMode] = useState(job.mode);
  const [options, setOptions] = useState(() => chosenOptions(of.options));
  const whole = mode === 'ALL_OR_NOTHING';
  const open = job.dateQuestions.length > 0;
  const ready = job.ok > 0 && !open && (!whole || job.bad === 0);
  const ignored = job.headings.flatMap(({ title, column }) =>
    column === null && title !== '' ? [title] : [],
  );
  const save = () =>
    onSave({
      ...(of.mode === 'EITHER' ? { mode } : {}),
      ...(of.options ? { options } : {}),
    });
  return (
    <>
      <TileRow>
        <Tile label={t('check.rows')} value={formatCount(job.total)} />
        <Tile label={t('check.ready')} value={formatCount(job.ok)} />
        <Tile label={t('check.bad')} value={formatCount(job.bad)} />
      </TileRow>
      {preview}
      <Section title={job.fileName}>
        <Stack gap="md">
          {of.mode === 'EITHER' && (
            <Choices
              label={t('save.mode')}
              value={mode}
              entries={importModes.map((value) => ({ value, label: t(`save.${value}`) }))}
              onChange={(value) => setMode(value as ImportMode)}
            />
          )}
          {Object.entries(of.options ?? {}).map(([name, { label, help, options: entries = [] }]) => (
            <Choices
              key={name}
              label={label}
              help={help}
              value={options[name] ?? ''}
              entries={entries}
              onChange={(value) => setOptions({ ...options, [name]: value })}
            />
          ))}
          <Text aria-live="polite">
            {open
              ? t('check.dates')
              : whole && job.bad > 0
                ? t('check.whole')
                : job.bad > 0
                  ? t('check.some')
                  : t('check.all')}
          </Text>
          {ignored.length > 0 && (
            <Text className="quiet">{t('check.ignored', { names: ignored.join(', ') })}</Text>
          )}
          <Group gap="sm">
            <Button onClick={save} disabled={!ready} loading={saving}>
              {job.ok === 1 ? t('check.saveOne') : t('check.save', { n: formatCount(job.ok) })}
            </Button>
            <Button variant="default" onClick={onColumns}>
              {t('columns.choose')}
            </Button>
            <Button variant="default" onClick={onAnew}>
              {t('file.another')}
            </Button>
          </Group>
        </Stack>
      </Section>
    </>
  );
}

interface ChoicesProps {
  label: string;
  help?: string | undefined;
  value: string;
  entries: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

const Choices = ({ label, help, value, entries, onChange }: ChoicesProps) => (
  <Radio.Group label={label} description={help} value={value} onChange={onChange}>
    <Stack gap="xs" mt="xs">
      {entries.map((one) => (
        <Radio key={one.value} value={one.value} label={one.label} />
      ))}
    </Stack>
  </Radio.Group>
);
