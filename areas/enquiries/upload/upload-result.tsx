// A file on its way and at its end: progress, numbers that open their rows, and the faulty rows to mend.
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount, formatPercent } from '@aangan/web/format.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type Column, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Button, Drawer, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { stageLabel } from '../enquiry/stage-label.ts';
import {
  type EnquiryUpload,
  type EnquiryUploadRow,
  enquiryUploadContract,
  type RowResult,
} from './enquiry-upload.contract.ts';
import { isOver, rowsText, saveFaulty, WaysOn } from './upload-look.tsx';

const POLL_MS = 1000;
const pathOf = (id: string, rows?: RowResult) =>
  `/upload/enquiries?upload=${id}${rows ? `&rows=${rows}` : ''}`;

export function UploadResult({ id, rows }: { id: string; rows: RowResult | null }) {
  const [over, setOver] = useState(false);
  const query = useQuery(
    enquiryUploadContract.list,
    { id },
    { every: over ? false : POLL_MS, background: true, fresh: 0 },
  );
  const upload = query.data?.rows[0];
  const ended = upload !== undefined && isOver(upload);
  if (ended !== over) setOver(ended);
  return (
    <QueryState query={query}>
      {() =>
        upload ? (
          <>
            {ended ? <Ended upload={upload} /> : <Running upload={upload} />}
            {rows && <RowsDrawer upload={upload} result={rows} />}
          </>
        ) : (
          <EmptyState
            title="There is no such file here"
            help="It may be another centre’s. Choose the centre at the top, or upload a file."
          />
        )
      }
    </QueryState>
  );
}

const shareOf = (upload: EnquiryUpload): number => upload.done / Math.max(1, upload.sound);

/** Of a file that is saved as a whole nothing stands before all does. */
function progressText(upload: EnquiryUpload): string {
  if (upload.state === 'QUEUED') return 'Starting.';
  const whole = upload.mode === 'ALL_OR_NOTHING';
  const percent = formatPercent(Math.floor(shareOf(upload) * 100) * 100);
  const far = `${percent}: ${formatCount(upload.done)} of ${rowsText(upload.sound)} ${whole ? 'written' : 'saved'}.`;
  if (!whole) return far;
  return upload.done === upload.sound && upload.done > 0
    ? `${far} They are saved now, all together.`
    : `${far} They are saved when all are written; until then none is.`;
}

function Running({ upload }: { upload: EnquiryUpload }) {
  const stop = useCommand(enquiryUploadContract.cancel, { onError: (error) => notice.error(error) });
  return (
    <Section title={upload.fileName}>
      <Stack gap="md">
        <Text aria-live="polite">
          {progressText(upload)}
          {upload.cancelAsked && ' Stopping after this step.'}
        </Text>
        <Progress
          value={shareOf(upload) * 100}
          aria-label="Progress"
          aria-valuetext={formatPercent(Math.floor(shareOf(upload) * 100) * 100)}
          animated
        />
        <Group>
          {upload.can['cancel'] && (
            <Button variant="default" loading={stop.running} onClick={() => void stop.run({ id: upload.id })}>
              Stop
            </Button>
          )}
          <Text className="quiet">You may leave this page: it goes on.</Text>
        </Group>
      </Stack>
    </Section>
  );
}

/** '19,997 enquiries saved, ENQ-… to ENQ-…; 2 asked again; 5 were here already.' */
function outcomeText(upload: EnquiryUpload): string {
  const codes =
    upload.firstCode === null
      ? ''
      : upload.firstCode === upload.lastCode
        ? `, ${upload.firstCode}`
        : `, ${upload.firstCode} to ${upload.lastCode}`;
  return [
    `${formatCount(upload.created)} ${upload.created === 1 ? 'enquiry' : 'enquiries'} saved${codes}`,
    ...(upload.matches === 'ASK_AGAIN' ? [`${formatCount(upload.askedAgain)} asked again`] : []),
    ...(upload.matches === 'FILL_BLANKS' ? [`${formatCount(upload.filled)} had blanks filled`] : []),
    ...(upload.known > 0 ? [`${formatCount(upload.known)} were here already`] : []),
  ].join('; ');
}

/** All or none, and it was none. */
const nothingSaved = (upload: EnquiryUpload): boolean =>
  upload.state === 'CANCELLED' && upload.mode === 'ALL_OR_NOTHING';

function leftText(upload: EnquiryUpload): string | null {
  const left = upload.sound - upload.done;
  if (upload.state !== 'CANCELLED' || left === 0) return null;
  if (nothingSaved(upload))
    return upload.bad > 0
      ? 'Nothing of this file was saved: all rows or none, and some could not be saved any more.'
      : 'Nothing of this file was saved. Upload it again when you want it.';
  return `${rowsText(left)} ${left === 1 ? 'was' : 'were'} not saved any more. Upload the file again for the rest.`;
}

function Ended({ upload }: { upload: EnquiryUpload }) {
  const stopped = upload.state === 'CANCELLED';
  const left = leftText(upload);
  const tile = (label: string, n: number, rows: RowResult) => (
    <Tile label={label} value={formatCount(n)} to={n > 0 ? pathOf(upload.id, rows) : undefined} />
  );
  return (
    <>
      <TileRow>
        {tile('New enquiries', upload.created, 'NEW')}
        {upload.matches === 'FILL_BLANKS'
          ? tile('Filled', upload.filled, 'FILLED')
          : tile('Asked again', upload.askedAgain, 'AGAIN')}
        {tile('Here already', upload.known, 'KNOWN')}
        <Tile label="Rows with faults" value={formatCount(upload.bad)} />
      </TileRow>
      <Section
        title={`${nothingSaved(upload) ? 'Not saved' : stopped ? 'Stopped' : 'Saved'}: ${upload.fileName}`}
      >
        <Stack gap="md">
          {!nothingSaved(upload) && <Text>{`${outcomeText(upload)}.`}</Text>}
          {left && <Text>{left}</Text>}
          {upload.bad > 0 && (
            <Text>
              {upload.hasFaulty
                ? `${rowsText(upload.bad)} had faults. Download them, mend what the last column says and upload ${nothingSaved(upload) ? 'the whole file again' : 'that file. Rows with an external_ref are known again, so nothing doubles'}.`
                : `${rowsText(upload.bad)} had faults. They were kept for 30 days.`}
            </Text>
          )}
          <Group>
            {upload.hasFaulty && (
              <Button onClick={() => void saveFaulty(upload.id)}>Download the faulty rows</Button>
            )}
            <WaysOn quiet={upload.hasFaulty} />
          </Group>
        </Stack>
      </Section>
    </>
  );
}

const titles = {
  NEW: 'New enquiries',
  AGAIN: 'Asked again',
  FILLED: 'Filled',
  KNOWN: 'Here already',
} as const;

const columns: Column<EnquiryUploadRow>[] = [
  {
    id: 'child',
    label: 'Child',
    minWidth: 180,
    cell: (row) => row.childName,
    second: (row) => row.enquiryCode,
  },
  textColumn('stage', 'Stage', (row) => row.stage && stageLabel(row.stage), { width: 160 }),
  textColumn('filled', 'Filled', (row) => row.filled.join(', ') || null, { minWidth: 140 }),
  textColumn('row', 'Row', (row) => formatCount(row.row), { width: 80 }),
  stateColumn('enquiry-upload-row', (row) => row.result, { label: 'Result', width: 130 }),
];

function RowsDrawer({ upload, result }: { upload: EnquiryUpload; result: RowResult }) {
  const navigate = useNavigate();
  const list = useList(enquiryUploadContract.rows, { input: { id: upload.id, result }, local: true });
  return (
    <Drawer
      opened
      onClose={() => void navigate(pathOf(upload.id), { replace: true })}
      position="right"
      size="xl"
      title={`${titles[result]} of ${upload.fileName}`}
    >
      <DataTable
        name="enquiry-upload-rows"
        label={titles[result]}
        list={list}
        columns={columns}
        plain
        rowLink={(row) => `/forms/edit/${row.enquiryCode}`}
      />
    </Drawer>
  );
}
