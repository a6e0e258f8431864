import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Modal, Stack, Text } from '@mantine/core';
import { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';

/** A pause for leave or an open question: sessions end, roles stay, and it ends by itself. */
export function PauseUser({ userId, name, onClose }: { userId: string; name: string; onClose: () => void }) {
  const query = useQuery(userContract.view, { userId });
  return (
    <Modal opened onClose={onClose} title={`Pause ${name}?`}>
      <QueryState query={query}>
        {(user) => <PauseForm userId={userId} name={name} version={user.version} onClose={onClose} />}
      </QueryState>
    </Modal>
  );
}

function PauseForm({
  userId,
  name,
  version,
  onClose,
}: {
  userId: string;
  name: string;
  version: number;
  onClose: () => void;
}) {
  const form = useForm(userAccountContract.suspend, {
    start: { userId, until: null },
    ifMatch: version,
    onDone: () => {
      notice.ok(`${name} is paused.`);
      onClose();
    },
  });
  return (
    <Form form={form}>
      <Stack>
        <Text>All sessions end at once. Roles stay and work again after the last day.</Text>
        <Field name="reason" kind="text" label="Reason" max={200} autoFocus />
        <Field
          name="until"
          kind="date"
          label="Until"
          optional
          earliest={todayIst(serverNow())}
          help="Empty: until somebody ends it"
        />
      </Stack>
      <SaveBar label="Pause" onCancel={onClose} />
    </Form>
  );
}
