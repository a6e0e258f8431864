import { personName } from '@aangan/contract/person-name.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatClock } from '@aangan/web/format.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Modal, PinInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { HAND_OVER } from '../order-history/order-paths.ts';
import { handoverContract as contract } from './handover.contract.ts';
import { SignaturePad } from './signature-pad.tsx';

export interface WaitingKit {
  id: string;
  child: string;
  kit: string;
}
interface PartProps {
  kit: WaitingKit;
  onClose: () => void;
}
const REFRESH = ['kit-handover', 'kit-allocation', 'shipment', 'kit-order'];

/** By the family's code, or by a signature on the glass. */
export function HandOverDialog({ kit, onClose }: PartProps) {
  const [way, setWay] = useState('code');
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Hand ${kit.kit} over, ${kit.child}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label="How it is handed over"
          value={way}
          onChange={setWay}
          data={[
            { value: 'code', label: 'Family’s code' },
            { value: 'sign', label: 'Signature' },
          ]}
        />
        {way === 'code' ? (
          <ByCode kit={kit} onClose={onClose} />
        ) : (
          <BySignature kit={kit} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  );
}

function ByCode({ kit, onClose }: PartProps) {
  const [code, setCode] = useState('');
  const [until, setUntil] = useState<string | null>(null);
  const send = useCommand(contract.start, {
    onDone: (out) => {
      setUntil(out.until);
      setCode('');
    },
  });
  const give = useCommand(contract.byCode, {
    refresh: REFRESH,
    onDone: () => {
      notice.ok('Handed over. The family is notified.');
      onClose();
    },
    onError: () => setCode(''),
  });
  return (
    <>
      <Text>
        {until
          ? `The code is with the family and valid until ${formatClock(new Date(until).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Kolkata' }))}. Ask them for it.`
          : 'Send the family a code of six digits, or ask for the one that stands in their app.'}
      </Text>
      <Button variant="default" loading={send.running} onClick={() => void send.run({ id: kit.id })}>
        {until ? 'Send a new code' : 'Send the code'}
      </Button>
      <PinInput
        length={6}
        type="number"
        value={code}
        onChange={setCode}
        aria-label="Code"
        style={{ justifyContent: 'center' }}
      />
      <DialogFoot error={give.error ?? send.error} onCancel={onClose}>
        <Button
          loading={give.running}
          disabled={code.length !== 6}
          onClick={() => void give.run({ id: kit.id, code })}
        >
          Hand over
        </Button>
      </DialogFoot>
    </>
  );
}

const takenBy = personName(120);

function BySignature({ kit, onClose }: PartProps) {
  const [receiver, setReceiver] = useState('');
  const [signature, setSignature] = useState<string | null>(null);
  // Judged here already: without a network it would come back refused when the family is gone.
  const named = takenBy.safeParse(receiver);
  const give = useCommand(contract.bySignature, {
    refresh: REFRESH,
    waits: {
      title: `Hand-over of ${kit.kit}, ${kit.child}`,
      link: HAND_OVER,
      onKept: () => {
        notice.ok('No network: the signature waits on this device and is sent once.');
        onClose();
      },
    },
    onDone: () => {
      notice.ok('Handed over. The family is notified.');
      onClose();
    },
  });
  return (
    <>
      <TextInput
        label="Taken by"
        description="Name of who takes the kit"
        value={receiver}
        maxLength={120}
        error={
          receiver.trim() === '' || named.success
            ? give.error?.fields?.['receiver']
            : named.error.issues[0]?.message
        }
        onChange={(event) => setReceiver(event.currentTarget.value)}
      />
      <SignaturePad label="Signature" onChange={setSignature} />
      <DialogFoot error={give.error} onCancel={onClose}>
        <Button
          loading={give.running}
          disabled={signature === null || !named.success}
          onClick={() =>
            void give.run({ id: kit.id, receiver: named.data ?? '', signature: signature ?? '' })
          }
        >
          Hand over
        </Button>
      </DialogFoot>
    </>
  );
}
