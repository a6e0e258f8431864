import { command, nothing } from '@aangan/contract/endpoint.ts';
import { text, uuidSchema } from '@aangan/contract/fields.ts';
import { transportModules as m } from '../modules.ts';

export const escortAccountContract = {
  link: command({
    module: m.ESCORT_DIGITAL_ID,
    scope: 'centre',
    write: true,
    versioned: true,
    name: 'escort-person.link-account',
    summary: 'Say which account is an escort’s own: it sees the trips of this person and no other.',
    input: { id: uuidSchema },
    fields: {
      signIn: text({
        label: 'Mobile number or e-mail of the account',
        max: 120,
        optional: true,
        help: 'Empty takes the account away',
      }),
    },
    output: nothing,
  }),
};
