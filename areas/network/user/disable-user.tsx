import { type ApiError, toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Alert, Button, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';

interface Props {
  userId: string;
  name: string;
  onClose: () => void;
}

/** Asks why, shows what stands in the person's name and who takes it, and switches the person off in one step. */
export function DisableUser({ userId, name, onClose }: Props) {
  const query = useQuery(userAccountContract.workOf, { userId }, { fresh: 0 });
  return (
    <Modal opened onClose={onClose} title={`Switch ${name} off?`} size="md">
      <QueryState query={query}>
        {(work) => <DisableForm userId={userId} name={name} onClose={onClose} work={work} />}
      </QueryState>
    </Modal>
  );
}

interface Work {
  elsewhere: readonly { key: string; title: string; n: number }[];
  rows: readonly { key: string; title: string; n: number }[];
  people: readonly { id: string; name: string }[];
}

function DisableForm({ userId, name, onClose, work }: Props & { work: Work }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [handTo, setHandTo] = useState<Readonly<Record<string, string>>>({});
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const missing = work.rows.some((row) => !handTo[row.key]);
  const run = async () => {
    setRunning(true);
    setProblem(null);
    try {
      // The version is read just before, so a list's old row does not matter.
      const { version } = await call(userContract.view, { userId });
      const done = await call(
        userAccountContract.disable,
        { userId, reason, handTo: { ...handTo } },
        { ifMatch: version },
      );
      const handed = done.handed.map((one) => `${formatCount(one.n)} ${one.title} → ${one.to}`).join(', ');
      notice.ok(handed ? `${name} is switched off. ${handed}.` : `${name} is switched off.`);
      onClose();
      await client.invalidateQueries();
    } catch (error) {
      setProblem(toApiError(error));
      setRunning(false);
    }
  };
  return (
    <Stack gap="md">
      <Text>All sessions and roles end at once. The history stays.</Text>
      {work.elsewhere.length > 0 ? (
        <Alert color="warning" title="There is also work at centres you do not see">
          {work.elsewhere.map((row) => `${formatCount(row.n)} ${row.title}`).join(', ')}. Ask head office to
          switch this account off.
        </Alert>
      ) : null}
      {work.rows.map((row) => (
        <Select
          key={row.key}
          label={`${formatCount(row.n)} ${row.title} go to`}
          searchable
          placeholder="Choose a person"
          data={work.people.map((person) => ({ value: person.id, label: person.name }))}
          value={handTo[row.key] ?? null}
          onChange={(id) => setHandTo({ ...handTo, [row.key]: id ?? '' })}
          comboboxProps={{ withinPortal: true }}
        />
      ))}
      <Textarea
        label="Reason"
        autosize
        minRows={2}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <DialogFoot error={problem} onCancel={onClose}>
        <Button
          color="danger"
          loading={running}
          disabled={missing || work.elsewhere.length > 0 || reason.trim().length < 3}
          onClick={() => void run()}
        >
          Switch off
        </Button>
      </DialogFoot>
    </Stack>
  );
}
