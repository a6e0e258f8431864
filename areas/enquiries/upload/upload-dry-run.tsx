// What a file would do, what is wrong with it, and how it is to be saved.
import { formatCount } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type DryRunOutcome, type UploadMode, uploadModes } from './enquiry-upload.contract.ts';
import { type Change, Faults } from './faults.tsx';
import { rowsText } from './upload-look.tsx';

/** A larger file takes long enough to be in the way of others. */
const SAVED_AT_ONCE = 1000;

interface SaveProps {
  checked: DryRunOutcome;
  saving: boolean;
  save: (mode: UploadMode) => void;
}

interface DryRunProps extends SaveProps {
  mending: boolean;
  mend: (changes: Change[]) => void;
}

export function DryRun({ checked, saving, save, mending, mend }: DryRunProps) {
  return (
    <>
      <TileRow>
        <Tile label="Rows" value={formatCount(checked.total)} />
        <Tile
          label="New enquiries"
          value={formatCount(checked.fresh + checked.siblings + checked.possible)}
        />
        <Tile label="Asked again" value={formatCount(checked.askedAgain)} />
        {checked.known > 0 && <Tile label="Here already" value={formatCount(checked.known)} />}
        <Tile label="Rows with faults" value={formatCount(checked.bad)} />
      </TileRow>
      <Remarks checked={checked} />
      {checked.ok > 0 && <HowToSave checked={checked} saving={saving} save={save} />}
      {checked.bad > 0 && (
        <Faults key={checked.checkedUntil} checked={checked} mending={mending} mend={mend} />
      )}
    </>
  );
}

/** What the file holds that is easily overlooked. */
function Remarks({ checked }: { checked: DryRunOutcome }) {
  const remarks = [
    ...(checked.closed > 0
      ? [
          `${rowsText(checked.closed)} ${checked.closed === 1 ? 'is' : 'are'} over already: saved as Close or Drop Off with the reason, without an owner by rules and without a next follow-up.`,
        ]
      : []),
    ...(checked.consents > 0
      ? [`${rowsText(checked.consents)} with consent on paper: recorded from the day in consent_on.`]
      : []),
    ...(checked.undatedConsents > 0
      ? [
          `${rowsText(checked.undatedConsents)} ${checked.undatedConsents === 1 ? 'says' : 'say'} Y to messages without consent_on: not recorded as consent.`,
        ]
      : []),
    ...(checked.ignored.length > 0
      ? [
          `Not read: ${checked.ignored.join(', ')}. If one of these is meant, choose the columns before you mend cells.`,
        ]
      : []),
  ];
  if (remarks.length === 0) return null;
  return (
    <Alert color="info" variant="light" title="Please note">
      <Stack gap={4}>
        {remarks.map((remark) => (
          <Text key={remark}>{remark}</Text>
        ))}
      </Stack>
    </Alert>
  );
}

function HowToSave({ checked, saving, save }: SaveProps) {
  const [mode, setMode] = useState<UploadMode>('ALL_OR_NOTHING');
  const possible = mode === 'VALID_ROWS' || checked.bad === 0;
  return (
    <Section title="How to save">
      <Stack gap="md" align="flex-start">
        <Radio.Group
          aria-label="How to save"
          value={mode}
          onChange={(value) => setMode(uploadModes.find((one) => one === value) ?? 'ALL_OR_NOTHING')}
        >
          <Stack gap="sm">
            <Radio
              value="ALL_OR_NOTHING"
              label="All rows or none"
              description={
                checked.bad === 0
                  ? `Everything is saved in one go. If one row cannot be saved, none is.${checked.ok > SAVED_AT_ONCE ? ' New enquiries from elsewhere wait until it is through; sound rows now does not hold them up.' : ''}`
                  : `Nothing is saved while ${checked.bad === 1 ? 'a row has a fault' : `${rowsText(checked.bad)} have faults`}. Mend them below, or in the file, and check again.`
              }
            />
            <Radio
              value="VALID_ROWS"
              label="Sound rows now"
              description={
                checked.bad === 0
                  ? 'Rows are saved step by step while you see how far it is. A row that cannot be saved comes back in a file.'
                  : `${rowsText(checked.ok)} ${checked.ok === 1 ? 'is' : 'are'} saved step by step. ${rowsText(checked.bad)} ${checked.bad === 1 ? 'comes' : 'come'} back in a file, to mend and upload again.`
              }
            />
          </Stack>
        </Radio.Group>
        <Group>
          <Button onClick={() => save(mode)} loading={saving} disabled={!possible}>
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
