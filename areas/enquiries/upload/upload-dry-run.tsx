// What a file would do, what is wrong with it, and how it is to be saved.
import { formatCount } from '@aangan/web/format.ts';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Alert, Stack, Text } from '@mantine/core';
import type { DryRunOutcome } from './enquiry-upload.contract.ts';
import { type Change, Faults } from './faults.tsx';
import { HowToSave, type SaveProps } from './how-to-save.tsx';
import { MatchedRows } from './matched-rows.tsx';
import { RowsByCentre } from './rows-by-centre.tsx';
import { rowsText } from './upload-look.tsx';

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
      {checked.centres.length > 0 && <RowsByCentre centres={checked.centres} />}
      {checked.ok > 0 && <HowToSave checked={checked} saving={saving} save={save} />}
      {checked.bad > 0 && (
        <Faults key={checked.checkedUntil} checked={checked} mending={mending} mend={mend} />
      )}
      {checked.matched.length > 0 && <MatchedRows checked={checked} />}
    </>
  );
}

/** What the file holds that is easily overlooked. */
function Remarks({ checked }: { checked: DryRunOutcome }) {
  const remarks = [
    ...(checked.siblings > 0
      ? [
          `${rowsText(checked.siblings)} ${checked.siblings === 1 ? 'is a brother or sister of a child' : 'are brothers or sisters of children'} here or in this file: saved in the same family.`,
        ]
      : []),
    ...(checked.possible > 0
      ? [
          `${rowsText(checked.possible)} ${checked.possible === 1 ? 'looks' : 'look'} like a child here or in this file: saved, and shown as a possible duplicate.`,
        ]
      : []),
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
    ...(checked.centres.length > 0 && checked.unplaced > 0
      ? [
          `${rowsText(checked.unplaced)} ${checked.unplaced === 1 ? 'names' : 'name'} no centre that you upload for. Mend franchisee_id, or download the faulty rows before you save: no centre keeps them.`,
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
