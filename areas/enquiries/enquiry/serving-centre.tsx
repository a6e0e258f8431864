// Under the pincode: which centre answers for it, and the way there. Nothing where it is this one.
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { PhoneText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import * as z from 'zod';
import { enquiryContract } from './enquiry.contract.ts';
import { pincodeSchema } from './enquiry-fields.ts';

const chosen = z.object({ pincode: z.string(), id: z.int(), label: z.string() });

/** The centre that the family is sent to; null = it stays here. Another pincode takes the choice back. */
export function sentTo(values: Readonly<Record<string, unknown>>): { id: number; label: string } | null {
  const kept = chosen.safeParse(values['sendTo']).data;
  return kept && kept.pincode === values['pincode'] ? kept : null;
}

export function ServingCentre() {
  const form = useFormModel();
  const pincode = pincodeSchema.safeParse(form.values['pincode']).data;
  const asked = useQuery(
    enquiryContract.serving,
    { pincode: pincode ?? '' },
    { enabled: pincode !== undefined, background: true },
  );
  const other = pincode === undefined ? null : asked.data?.other;
  if (!other || form.disabled) return null;
  const { label, distanceKm } = other;
  const there = `${label}${distanceKm === null ? '' : `, ${distanceKm.toFixed(1)} km from there`}`;
  if (sentTo(form.values))
    return (
      <Alert color="success" variant="light" role="status">
        <Group gap="sm" justify="space-between">
          <Text>{`This enquiry goes to ${label}.`}</Text>
          <Button variant="default" size="compact-md" onClick={() => form.set('sendTo', null)}>
            Keep it here
          </Button>
        </Group>
      </Alert>
    );
  return (
    <Alert color="info" variant="light" title={`${pincode} is served by ${there}`}>
      {other.maySend ? (
        <Button
          variant="default"
          size="compact-md"
          onClick={() => form.set('sendTo', { pincode, id: other.franchiseeId, label })}
        >
          {`Send to ${label}`}
        </Button>
      ) : (
        <Group gap="sm">
          <Text>Keep it here, or give the parent:</Text>
          {other.phone && <PhoneText phone={other.phone} />}
          <Anchor href={`/parent-enquiry/newentry/${other.franchiseeId}`} target="_blank" rel="noreferrer">
            Its enquiry form
          </Anchor>
        </Group>
      )}
    </Alert>
  );
}
