import PushStore

print("mock-push-server: nothing to run yet")
