// How a checked file is saved: all rows or the sound ones, and what happens with children who are here already.
import { formatCount } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type DryRunOutcome,
  type UploadMatches,
  type UploadMode,
  uploadMatches,
  uploadModes,
} from './enquiry-upload.contract.ts';
import { rowsText } from './upload-look.tsx';

interface How {
  mode: UploadMode;
  matches: UploadMatches;
}

export interface SaveProps {
  checked: DryRunOutcome;
  saving: boolean;
  save: (how: How) => void;
}

/** A larger file takes long enough to be in the way of others; for several centres it is saved step by step. */
const SAVED_AT_ONCE = 1000;

export function HowToSave({ checked, saving, save }: SaveProps) {
  const ofMany = checked.centres.length > 0 && checked.ok > SAVED_AT_ONCE;
  const [mode, setMode] = useState<UploadMode>(ofMany ? 'VALID_ROWS' : 'ALL_OR_NOTHING');
  const [matches, setMatches] = useState<UploadMatches>('ASK_AGAIN');
  const possible = mode === 'VALID_ROWS' || checked.bad === 0;
  return (
    <Section title="How to save">
      <Stack gap="md" align="flex-start">
        <Mode checked={checked} ofMany={ofMany} value={mode} onChange={setMode} />
        {checked.askedAgain > 0 && <Matches checked={checked} value={matches} onChange={setMatches} />}
        <Group>
          <Button onClick={() => save({ mode, matches })} loading={saving} disabled={!possible}>
            {mode === 'VALID_ROWS' && checked.bad > 0
              ? `Save ${checked.ok === 1 ? '1 sound row' : `${formatCount(checked.ok)} sound rows`}`
              : `Save ${rowsText(checked.ok)}`}
          </Button>
          <Text className="quiet" aria-live="polite">
            No messages are sent.
          </Text>
        </Group>
      </Stack>
    </Section>
  );
}

interface ModeProps {
  checked: DryRunOutcome;
  /** A large file for several centres. */
  ofMany: boolean;
  value: UploadMode;
  onChange: (value: UploadMode) => void;
}

function Mode({ checked, ofMany, value, onChange }: ModeProps) {
  return (
    <Radio.Group
      label="Rows"
      value={value}
      onChange={(next) => onChange(uploadModes.find((one) => one === next) ?? 'ALL_OR_NOTHING')}
    >
      <Stack gap="sm" mt="xs">
        <Radio
          value="ALL_OR_NOTHING"
          label="All rows or none"
          disabled={ofMany}
          description={wholeText(checked, ofMany)}
        />
        <Radio value="VALID_ROWS" label="Import valid rows only" description={soundText(checked)} />
      </Stack>
    </Radio.Group>
  );
}

function wholeText({ bad, ok }: DryRunOutcome, ofMany: boolean): string {
  if (ofMany)
    return 'A file for several centres can be saved all or none up to 1,000 rows. Split it for that.';
  if (bad > 0)
    return `Nothing is saved while ${bad === 1 ? 'a row has a fault' : `${rowsText(bad)} have faults`}. Correct them below, or in the file, and check again.`;
  const wait =
    ok > SAVED_AT_ONCE
      ? ' New enquiries from elsewhere wait until it is through; sound rows now does not hold them up.'
      : '';
  return `Everything is saved in one go. If one row cannot be saved, none is.${wait}`;
}

function soundText({ bad, ok, centres, unplaced }: DryRunOutcome): string {
  // Of several centres those without one are nobody's.
  const back = centres.length > 0 ? bad - unplaced : bad;
  const saved = `${rowsText(ok)} ${ok === 1 ? 'is' : 'are'} saved step by step.`;
  if (bad === 0)
    return 'Rows are saved step by step while you see how far it is. A row that cannot be saved comes back in a file.';
  if (back === 0) return saved;
  return `${saved} ${rowsText(back)} ${back === 1 ? 'comes' : 'come'} back in a file, to mend and upload again.`;
}

interface MatchesProps {
  checked: DryRunOutcome;
  value: UploadMatches;
  onChange: (value: UploadMatches) => void;
}

function Matches({ checked, value, onChange }: MatchesProps) {
  const { askedAgain, fillable } = checked;
  const words: Readonly<Record<UploadMatches, readonly [string, string]>> = {
    ASK_AGAIN: [
      'They ask again',
      'Each is noted as asked again, and its blanks are filled. An open enquiry is due today; a lost one is opened again.',
    ],
    FILL_BLANKS: [
      'Fill blanks',
      `${fillable === 0 ? 'No row has anything to fill' : `${rowsText(fillable)} ${fillable === 1 ? 'fills' : 'fill'} what is empty here`}. Nothing that stands is replaced; no date, stage or consent changes.`,
    ],
    SKIP: ['Skip', 'Nothing is written for them.'],
  };
  return (
    <Radio.Group
      label={`${rowsText(askedAgain)} of children who are here already`}
      value={value}
      onChange={(next) => onChange(uploadMatches.find((one) => one === next) ?? 'ASK_AGAIN')}
    >
      <Stack gap="sm" mt="xs">
        {uploadMatches.map((one) => (
          <Radio key={one} value={one} label={words[one][0]} description={words[one][1]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
