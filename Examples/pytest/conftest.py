pytest_plugins = ["mockuem_fixture"]
