import { area } from '@aangan/contract/area.ts';
import { assignedServiceContract } from './assigned/assigned-service.contract.ts';
import { serviceApprovals } from './assignment/service-approval.listing.ts';
import { serviceAssignmentContract, servicePlanContract } from './assignment/service-assignment.contract.ts';
import { service } from './catalogue/service.record.ts';
import { serviceCategory } from './catalogue/service-category.record.ts';
import { serviceEnquiryContract } from './enquiry/service-enquiry.contract.ts';
import { serviceEnquiries } from './enquiry/service-enquiry.listing.ts';
import { servicesBoard } from './enquiry/services-board.contract.ts';
import { servicesModules } from './modules.ts';
import { serviceOfferingContract } from './offering/service-offering.contract.ts';
import { serviceOfferings } from './offering/service-offering.listing.ts';
import { servicePaymentContract } from './payment/service-payment.contract.ts';
import { servicesScreens } from './screens.ts';
import { serviceRules, servicesSettings } from './services.settings.ts';
import { servicesMessages } from './services-messages.ts';

export const services = area({
  ...servicesScreens,
  modules: servicesModules.$info,
  records: [serviceCategory, service],
  contracts: [
    serviceOfferings.endpoints,
    serviceOfferingContract,
    serviceEnquiries.endpoints,
    serviceEnquiryContract,
    { dashboard: servicesBoard.endpoint },
    serviceApprovals.endpoints,
    serviceAssignmentContract,
    servicePlanContract,
    servicePaymentContract,
    assignedServiceContract,
    serviceRules.endpoints,
  ],
  settings: Object.values(servicesSettings),
  messages: servicesMessages,
  personalData: [
    {
      table: 'service_enquiry',
      subject: 'CONTACT',
      columns: [
        'child_name',
        'dob',
        'guardian_name',
        'mobile',
        'email',
        'pincode',
        'address',
        'stop_text',
        'child_key',
      ],
      on: 'erase',
      basis: 'enquiry about a service',
    },
    {
      table: 'service_assignment',
      subject: 'CONTACT',
      columns: ['stop_text', 'note'],
      on: 'erase',
      basis: 'service of a child',
    },
    {
      table: 'service_pause',
      subject: 'CONTACT',
      columns: ['reason', 'decision_note'],
      on: 'erase',
      basis: 'service of a child',
    },
    {
      table: 'service_enquiry_log',
      subject: 'CONTACT',
      columns: ['text'],
      on: 'erase',
      basis: 'enquiry about a service',
    },
  ],
});
