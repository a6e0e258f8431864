// Of the pincode: where it lies, which centre answers for it, and the way there. Nothing of a centre where it is this one.
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PhoneText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import * as z from 'zod';
import { enquiryContract } from './enquiry.contract.ts';
import { pincodeSchema } from './enquiry-fields.ts';

type Values = Readonly<Record<string, unknown>>;

const chosen = z.object({ pincode: z.string(), id: z.int(), label: z.string() });

/** The centre that the family is sent to; null = it stays here. Another pincode takes the choice back. */
export function sentTo(values: Values): z.output<typeof chosen> | null {
  const kept = chosen.safeParse(values['sendTo']).data;
  return kept && kept.pincode === values['pincode'] ? kept : null;
}

/** As the form keeps it, of an input that is taken up again: its name is asked for anew. */
export const sendToOf = (input: Values) => ({ pincode: input['pincode'], id: input['sendTo'], label: '' });

function useServing(values: Values) {
  const { franchisee } = useSession();
  const pincode = pincodeSchema.safeParse(values['pincode']).data;
  const asked = useQuery(
    enquiryContract.serving,
    { pincode: pincode ?? '' },
    { enabled: pincode !== undefined && franchisee !== null, background: true },
  );
  return pincode === undefined ? undefined : asked.data;
}

/** As sentTo, with the name of the centre. */
export function useSentTo(values: Values): { id: number; label: string } | null {
  const other = useServing(values)?.other;
  const kept = sentTo(values);
  if (!kept) return null;
  const known = other?.franchiseeId === kept.id ? other.label : kept.label;
  return { id: kept.id, label: known || `the centre of ${kept.pincode}` };
}

/** The pincode, with the area it stands for. */
export function PincodeField() {
  const area = useServing(useFormModel().values)?.area;
  return (
    <Field name="pincode" label="Pincode" kind="text" optional max={6} {...(area ? { help: area } : {})} />
  );
}

export function ServingCentre() {
  const form = useFormModel();
  const there = useSentTo(form.values);
  const other = useServing(form.values)?.other;
  if (form.disabled) return null;
  if (there)
    return (
      <Alert color="success" variant="light" role="status">
        <Group gap="sm" justify="space-between">
          <Text>{`This enquiry goes to ${there.label}.`}</Text>
          <Button variant="default" size="compact-md" onClick={() => form.set('sendTo', null)}>
            Keep it here
          </Button>
        </Group>
      </Alert>
    );
  if (!other) return null;
  const { label, distanceKm } = other;
  const pincode = form.values['pincode'];
  const far = distanceKm === null ? '' : `, ${distanceKm.toFixed(1)} km from there`;
  return (
    <Alert color="info" variant="light" title={`${pincode} is served by ${label}${far}`}>
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
