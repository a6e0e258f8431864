import { refusals } from '@aangan/contract/refusal.ts';

export const refuseDispatch = refusals({
  'parcel.too-many': [409, '{child}: only {n} can be packed now.'],
  'parcel.not-packed': [409, '{parcel} is {state}. Only packed parcels can leave.'],
  'parcel.changed': [409, 'Kits in {parcel} were cancelled meanwhile. Unpack it and pack the others.'],
  'parcel.no-challan': [409, '{parcel} has no issued challan yet.'],
  'parcel.awb-missing': [422, 'Enter the waybill number (AWB) of {parcel}.'],
  'parcel.awb-used': [409, 'Waybill {awb} belongs to another parcel already.'],
  'parcel.stock-gone': [409, '{product}: {warehouse} has fewer pieces than {parcel} needs. Count the stock.'],
  'order.not-shippable': [409, 'Order {order} is not confirmed.'],
  'challan.eway-missing': [409, 'Add the e-way bill number or say why it is not needed.'],
  'challan.gone': [409, 'The parcel has left. A credit note corrects what was invoiced.'],
});
