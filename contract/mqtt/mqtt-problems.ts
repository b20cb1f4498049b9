export const mqttProblems = {
  MQTT_ADDRESS: {
    status: 400,
    message:
      'Ein Broker braucht einen Namen im Internet, etwa haus.example.org, und einen Port, der 443 oder größer als 1023 ist.',
  },
} as const
