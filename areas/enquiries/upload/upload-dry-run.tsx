// What a file would do, what is wrong with it, and how it is to be saved.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatCount } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type enquiryUploadContract, type UploadMode, uploadModes } from './enquiry-upload.contract.ts';
import { rowsText, saveFaulty } from './upload-look.tsx';

export type Check = OutputOf<typeof enquiryUploadContract.check>;
const SHOWN_FAULTS = 500;

interface DryRunProps {
  checked: Check;
  saving: boolean;
  save: (mode: UploadMode) => void;
}

export function DryRun({ checked, saving, save }: DryRunProps) {
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
      {checked.ok > 0 && <HowToSave checked={checked} saving={saving} save={save} />}
      {checked.bad > 0 && <Faults checked={checked} />}
    </>
  );
}

function HowToSave({ checked, saving, save }: DryRunProps) {
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
                  ? 'Everything is saved in one go. If one row cannot be saved, none is.'
                  : `Nothing is saved while ${checked.bad === 1 ? 'a row has a fault' : `${rowsText(checked.bad)} have faults`}. Mend the file and check it again.`
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
            {saving && mode === 'ALL_OR_NOTHING'
              ? 'Saving in one go. 20,000 rows take up to a minute.'
              : 'No messages are sent.'}
          </Text>
        </Group>
      </Stack>
    </Section>
  );
}

function Faults({ checked }: { checked: Check }) {
  const n = checked.errors.length;
  return (
    <Section
      title={n === 1 ? '1 fault' : `${formatCount(n)} faults`}
      help="Nothing has been saved yet. The download has the faulty rows as in your file, and what to mend in a last column."
      flush
      actions={
        <Button variant="default" onClick={() => void saveFaulty(checked.jobId)}>
          Download the faulty rows
        </Button>
      }
    >
      <Table.ScrollContainer minWidth={480}>
        <Table horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>Column</Table.Th>
              <Table.Th>What to do</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {checked.errors.slice(0, SHOWN_FAULTS).map((fault) => (
              <Table.Tr key={`${fault.row} ${fault.field}`}>
                <Table.Td>{fault.row}</Table.Td>
                <Table.Td>{fault.field}</Table.Td>
                <Table.Td>{fault.text}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {n > SHOWN_FAULTS && (
        <Text p="md">The first {SHOWN_FAULTS} are shown; the download has all rows with faults.</Text>
      )}
    </Section>
  );
}
