import { setting } from '@aangan/contract/area.ts';
import { command, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';

/** A name of the internet, as it stands in an address: no scheme, no port, no path. */
const hostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/,
    'Enter it like www.example.org',
  );

/** Web sites that may show the centre's enquiry form inside their own page (enquiries.md 4). */
export const embedHosts = setting({
  key: 'embed-hosts',
  title: 'Web sites that show the enquiry form',
  schema: z.array(hostSchema).max(20),
  default: [],
});

const answer = z.object({ hosts: z.array(z.string()), path: z.string() });

export const embedHostsContract = {
  get: query({
    name: 'embed-hosts.get',
    summary: 'Web sites that may show the enquiry form of the chosen centre in their own page.',
    module: enquiryModules.enquiryQRCode,
    scope: 'centre',
    needsCentre: true,
    input: z.strictObject({}),
    output: answer,
  }),
  save: command({
    name: 'embed-hosts.save',
    summary: 'Say which web sites may show the enquiry form of the chosen centre.',
    module: enquiryModules.enquirySettings,
    write: true,
    scope: 'centre',
    needsCentre: true,
    input: z.strictObject({ hosts: embedHosts.schema }),
    output: answer,
  }),
};
