// The end of a run: nobody is open on the list, and somebody walks to the back seat.
import { formatTime } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Button, FileInput, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { smallPhoto } from './small-photo.web.ts';
import type { Run } from './trip.contract.ts';
import type { Said, Tap } from './use-run.web.ts';

interface Props {
  run: Run;
  tap: Tap;
}

function useTap(tap: Tap, done: (said: NonNullable<Said>) => void) {
  const [running, run] = useState(false);
  const [denied, deny] = useState<string | null>(null);
  const send = async (what: Parameters<Tap>[0]) => {
    run(true);
    const said = await tap(what);
    run(false);
    deny(said?.denied ? said.text : null);
    if (said && !said.denied) done(said);
  };
  return { running, denied, send };
}

export function EndRoute({ run, tap }: Props) {
  const arrive = useTap(tap, () => undefined);
  const end = useTap(tap, () => notice.ok('Now walk to the back seat.'));
  const open = run.stops
    .flatMap(({ children }) => children)
    .filter(({ state }) => state === 'EXPECTED' || state === 'BOARDED');
  return (
    <Section title="End of the route">
      <Stack gap="sm">
        {open.length > 0 && <Text size="sm">{`Still open: ${open.map(({ name }) => name).join(', ')}`}</Text>}
        {end.denied && (
          <Alert color="danger" variant="light" role="alert">
            {end.denied}
          </Alert>
        )}
        <Group>
          {run.direction === 'PICKUP' && run.arrivedAt === null && (
            <Button
              variant="default"
              size="md"
              loading={arrive.running}
              onClick={() => void arrive.send({ kind: 'REACH' })}
            >
              Arrived at the centre
            </Button>
          )}
          <Button
            size="md"
            disabled={open.length > 0}
            loading={end.running}
            onClick={() => void end.send({ kind: 'END_ROUTE' })}
          >
            End route
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

export function CheckSeats({ run, tap }: Props) {
  const [asked, ask] = useState(false);
  return (
    <Section title="Check the seats">
      <Stack gap="sm" align="flex-start">
        <Text>
          {`Walk to the back seat, look under every row and take the code of the sticker there${run.checkPhoto ? ', with a photo' : ''}${
            run.checkDueAt ? `, by ${formatTime(run.checkDueAt)}` : ''
          }.`}
        </Text>
        {run.can['check'] ? (
          <Button size="md" onClick={() => ask(true)}>
            Enter the code
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            The check waits for the network.
          </Text>
        )}
      </Stack>
      {asked && <SeatCheck run={run} tap={tap} onClose={() => ask(false)} />}
    </Section>
  );
}

function SeatCheck({ run, tap, onClose }: Props & { onClose: () => void }) {
  const [code, setCode] = useState('');
  const [photo, setPhoto] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const check = useTap(tap, ({ waits }) => {
    notice.ok(waits ? 'The check is kept with its time and sent by itself.' : 'The trip is completed.');
    onClose();
  });
  const send = async () => {
    if (photo === null && run.checkPhoto) return setFault('Take a photo of the empty vehicle');
    const small = photo && (await smallPhoto(photo));
    if (photo && !small) return setFault('This is no photo. Take it again');
    await check.send({ kind: 'REAR_CHECK', code: code.trim(), photo: small });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="The sticker behind the last row"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {check.denied && (
          <Alert color="danger" variant="light" role="alert">
            {check.denied}
          </Alert>
        )}
        <TextInput
          label="Code of the sticker"
          description="The six characters below the picture, or read by a scanner"
          value={code}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <FileInput
          label={`Photo of the empty vehicle${run.checkPhoto ? '' : ' (optional)'}`}
          accept="image/jpeg,image/png"
          fileInputProps={{ capture: 'environment' }}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove photo' }}
          value={photo}
          error={fault}
          onChange={(file) => {
            setFault(null);
            setPhoto(file);
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={code.trim() === ''} loading={check.running} onClick={() => void send()}>
            Complete trip
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
