// One ready message to many: which one, how it reads for the first families, who is left out, and how far it is.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { BatchProgress } from '@aangan/web/batch/batch-progress.tsx';
import { formatCount } from '@aangan/web/format.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Button, Card, List, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { bulkMessageContract, messageBatch } from './bulk-message.contract.ts';
import { readyMessages, wayNames } from './ready-messages.ts';

type Preview = OutputOf<typeof bulkMessageContract.preview>;

const families = (n: number): string => (n === 1 ? 'one family' : `${formatCount(n)} families`);

export function SendMany({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [batchId, setBatchId] = useState<string | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={batchId ? 'Message to many' : `Message to ${families(ids.length)}`}
    >
      {batchId ? (
        <BatchProgress
          of={messageBatch}
          ids={[batchId]}
          onClose={onClose}
          done="All messages are on their way. Night hours and consent are kept."
        />
      ) : (
        <Choose ids={ids} onClose={onClose} onSent={setBatchId} />
      )}
    </Modal>
  );
}

type Template = OutputOf<typeof bulkMessageContract.templates>['rows'][number];

/** The product's first, the centre's own under them; one that cannot go says why. */
const choicesOf = (rows: readonly Template[]) =>
  [
    { group: 'Ready', items: rows.filter((row) => !row.own) },
    { group: "The centre's own", items: rows.filter((row) => row.own) },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ group, items }) => ({
      group,
      items: items.map(({ key, label, blocked }) => ({
        value: key,
        label: blocked ? `${label}. ${blocked}` : label,
        disabled: blocked !== null,
      })),
    }));

interface ChooseProps {
  ids: readonly string[];
  onClose: () => void;
  onSent: (batchId: string) => void;
}

function Choose({ ids, onClose, onSent }: ChooseProps) {
  const [template, setTemplate] = useState<string>(readyMessages[0]);
  const templates = useQuery(bulkMessageContract.templates, {});
  const input = { ids: [...ids], template };
  const preview = useQuery(bulkMessageContract.preview, input, { fresh: 0, keepPrevious: true });
  const send = useCommand(bulkMessageContract.send, {
    refresh: ['enquiry'],
    onDone: (out) => onSent(out.batchId),
  });
  const reached = preview.data?.reached ?? 0;
  return (
    <Stack gap="md">
      <Select
        label="Message"
        allowDeselect={false}
        value={template}
        onChange={(value) => {
          if (value) setTemplate(value);
        }}
        data={choicesOf(templates.data?.rows ?? [])}
      />
      <QueryState query={preview}>{(data) => <Shown preview={data} />}</QueryState>
      <DialogFoot error={send.error} onCancel={onClose}>
        <Button
          loading={send.running}
          disabled={reached === 0 || preview.isFetching}
          onClick={() => void send.run(input)}
        >
          {reached === 0 ? 'Send' : `Send to ${families(reached)}`}
        </Button>
      </DialogFoot>
    </Stack>
  );
}

function Shown({ preview }: { preview: Preview }) {
  const ways = preview.ways.map((way) => `${formatCount(way.n)} by ${wayNames[way.channel]}`);
  return (
    <Stack gap="md">
      <Text aria-live="polite">
        {preview.reached === 0
          ? 'Nobody of these may be written to now.'
          : `${formatCount(preview.reached)} of ${formatCount(preview.total)} get it: ${ways.join(', ')}.`}
      </Text>
      {preview.examples.map((one) => (
        <Card key={one.enquiryCode} withBorder padding="sm">
          <Text fz="xs" className="quiet">
            {`${one.childName}, to ${one.to}`}
          </Text>
          <Text fz="sm">{one.text}</Text>
        </Card>
      ))}
      {preview.leftOut.length > 0 && (
        <div>
          <Text fw={500}>Left out</Text>
          <List size="sm" spacing={4}>
            {preview.leftOut.map((one) => (
              <List.Item key={one.reason}>
                {`${one.reason.charAt(0).toUpperCase()}${one.reason.slice(1)} (${formatCount(one.n)}): `}
                <span className="quiet">
                  {one.rows
                    .slice(0, 5)
                    .map((row) => row.childName)
                    .join(', ')}
                  {one.n > 5 && ` and ${formatCount(one.n - 5)} more`}
                </span>
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}
