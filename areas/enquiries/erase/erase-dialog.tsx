// Erasing asks twice: what goes and what stays is listed first, then a fresh password confirms it.

import { academicYearLabel } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useDialogStep } from '../enquiry/use-step.web.ts';
import { enquiryEraseContract, eraseReasons } from './enquiry-erase.contract.ts';

type What = 'CHILD' | 'FAMILY';
type Why = keyof typeof eraseReasons;

const staysWords = {
  ADMITTED: 'Stays: is a student',
  LIVE_FORM: 'Stays: an application is open',
} as const;
const some = (n: number, one: string, many: string) => (n === 0 ? null : `${n} ${n === 1 ? one : many}`);

interface EraseDialogProps {
  enquiry: { id: string; childName: string };
  onClose: () => void;
}

export function EraseDialog({ enquiry, onClose }: EraseDialogProps) {
  const preview = useQuery(enquiryEraseContract.preview, { id: enquiry.id }, { fresh: 0 });
  const [what, setWhat] = useState<What>('CHILD');
  const [why, setWhy] = useState<Why>('FAMILY_ASKED');
  const erase = useDialogStep(
    enquiryEraseContract.erase,
    ({ erased }) => (erased === 1 ? 'One enquiry was erased.' : `${erased} enquiries were erased.`),
    { onClose, refresh: ['enquiry', 'follow-up', 'lead-allocation'] },
  );
  return (
    <Modal opened onClose={onClose} size="lg" title={`Erase ${enquiry.childName}?`}>
      <QueryState query={preview}>
        {({ children, contacts }) => {
          const shown = what === 'FAMILY' ? children : children.slice(0, 1);
          const going = shown.filter((one) => one.stays === null);
          const all = going.length === children.length;
          return (
            <Stack gap="md">
              {children.length > 1 && (
                <Radio.Group
                  label="What is erased"
                  value={what}
                  onChange={(value) => setWhat(value === 'FAMILY' ? 'FAMILY' : 'CHILD')}
                >
                  <Group gap="lg" mt="xs">
                    <Radio value="CHILD" label="This child" />
                    <Radio value="FAMILY" label={`The whole family (${children.length} enquiries)`} />
                  </Group>
                </Radio.Group>
              )}
              <Stack gap="sm">
                {shown.map((one) => (
                  <div key={one.id}>
                    <Text fw={600}>{one.childName}</Text>
                    <Text fz="xs" className="quiet">
                      {`${one.enquiryCode} · ${academicYearLabel(one.academicYearId)} · ${one.stage}`}
                    </Text>
                    {one.stays ? (
                      <Tag tone="info">{staysWords[one.stays]}</Tag>
                    ) : (
                      <Text fz="sm">{`Goes: ${goesWords(one)}.`}</Text>
                    )}
                  </div>
                ))}
              </Stack>
              <Text fz="sm">
                {all
                  ? `The family's ${contacts > 1 ? `${contacts} numbers and addresses go` : 'number goes'} too. If it asks again, it is a new family.`
                  : 'The numbers of the family stay, because somebody of it stays.'}{' '}
                Code, dates, stage, source and class are kept for the counts.
                {going.some((one) => one.open) && ' What is open is closed first.'}
              </Text>
              <Radio.Group label="Why" value={why} onChange={(value) => setWhy(whyOf(value))}>
                <Stack gap="xs" mt="xs">
                  {Object.entries(eraseReasons).map(([value, label]) => (
                    <Radio key={value} value={value} label={label} />
                  ))}
                </Stack>
              </Radio.Group>
              <Alert color="danger" variant="light">
                There is no way back.
              </Alert>
              <DialogFoot error={erase.error} onCancel={onClose} focusCancel>
                <Button
                  color="danger"
                  loading={erase.running}
                  disabled={children[0]?.stays !== null}
                  onClick={() => void erase.run({ id: enquiry.id, what, why })}
                >
                  {going.length > 1 ? `Erase ${going.length} enquiries` : 'Erase'}
                </Button>
              </DialogFoot>
            </Stack>
          );
        }}
      </QueryState>
    </Modal>
  );
}

const whyOf = (value: string): Why => (value === 'WRONG_PERSON' ? value : 'FAMILY_ASKED');

function goesWords(one: { notes: number; calls: number; messages: number; leads: number }): string {
  const parts = [
    'name and birth day',
    some(one.notes, 'note', 'notes'),
    some(one.calls, 'call', 'calls'),
    some(one.messages, 'message', 'messages'),
    some(one.leads, 'form as it was sent', 'forms as they were sent'),
  ].filter((part) => part !== null);
  return parts.join(', ');
}
