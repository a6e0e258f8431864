import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { optionsOf } from '../enquiry/choice-filter.web.ts';
import { leadChannelContract } from './lead-channel.contract.ts';
import { channelProviders } from './lead-words.ts';
import { SecretOnce, type SecretShown } from './secret-once.tsx';

const externalLabels: Readonly<Record<string, string>> = {
  META: 'Page id',
  WHATSAPP: 'Phone number id',
};

/** Opens a channel: a Google form, a Meta page, the website, a WhatsApp number or a telephone line. */
export function NewChannel({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<SecretShown | null>(null);
  return (
    <Modal opened onClose={onClose} title={made ? 'The channel is open' : 'Add a form or page'}>
      {made ? <SecretOnce {...made} onClose={onClose} /> : <ChannelForm onClose={onClose} onMade={setMade} />}
    </Modal>
  );
}

function ChannelForm({ onClose, onMade }: { onClose: () => void; onMade: (made: SecretShown) => void }) {
  const form = useForm(leadChannelContract.create, {
    start: { provider: 'GOOGLE', autoCreate: false },
    toInput: ({ externalId, token, ...values }) => ({
      ...values,
      ...(externalId ? { externalId } : {}),
      ...(token ? { token } : {}),
    }),
    onDone: onMade,
  });
  const provider = String(form.values['provider']);
  const external = externalLabels[provider];
  return (
    <Form form={form}>
      <Stack gap="md">
        <Field
          name="provider"
          label="Where leads come from"
          kind="choice"
          options={optionsOf(channelProviders)}
        />
        <Field
          name="name"
          label="Name"
          kind="text"
          max={80}
          help="For your own list: “Pune, search, nursery”"
          autoFocus
        />
        <Field
          name="franchiseeId"
          label="Centre"
          kind="reference"
          to="franchisee"
          optional
          help={
            provider === 'TELEPHONY'
              ? 'Whose line it is. Empty: a person says so for each call'
              : 'Empty: each form is mapped, or the pincode decides'
          }
        />
        {external && <Field name="externalId" label={external} kind="text" max={40} />}
        {provider === 'META' && (
          <Field
            name="token"
            label="Page token"
            kind="text"
            max={500}
            help="It is sealed and never shown again"
          />
        )}
        {provider === 'WHATSAPP' && (
          <Field name="autoCreate" label="Make an enquiry of every new number" kind="boolean" />
        )}
      </Stack>
      <SaveBar label="Open channel" onCancel={onClose} />
    </Form>
  );
}
